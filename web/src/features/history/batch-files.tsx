// The files of a batch: what they were called and what they are called now.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProcessedFile } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { changeText, sizeText } from '@/lib/sizes'
import { NewName, OldName } from '@/ui/name'
import { NotLoaded } from '@/ui/not-loaded'
import { batchQuery } from './history'
import classes from './history.module.css'

export function BatchFiles({ id }: { id: string }) {
  const owner = useSession((session) => session.user?.id ?? '')
  const { data, isError, refetch } = useQuery(batchQuery(owner, id))
  if (data)
    return data.files.length > 0 ? (
      <Files files={data.files} />
    ) : (
      <p className={classes.facts}>{t`No files are listed for this batch.`}</p>
    )
  if (isError)
    return (
      <NotLoaded title={t`The files could not be loaded`} onRetry={() => void refetch()}>
        {t`The batch itself is safe.`}
      </NotLoaded>
    )
  return <Skeleton height={84} radius="md" />
}

function Files({ files }: { files: readonly ProcessedFile[] }) {
  return (
    <ul className={classes.fileList} aria-label={t`Files of the batch`}>
      {files.map((file) => (
        <li key={file.id}>
          {file.thumbnail ? <img src={file.thumbnail} alt="" /> : <span className={classes.noThumb} />}
          <OldName>{file.originalFilename}</OldName>
          <NewName>{file.processedFilename}</NewName>
          <span className={classes.size}>
            {sizeText(file.processedSize)} {changeText(file.originalSize, file.processedSize)}
          </span>
        </li>
      ))}
    </ul>
  )
}
