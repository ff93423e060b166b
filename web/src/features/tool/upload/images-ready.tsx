// The images that are in the batch, with everything one can do to them before going on.
import { Badge, Button, Loader } from '@mantine/core'
import { FolderPlus, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { plural, t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { VirtualGrid } from '@/ui/virtual-grid'
import { useBatch } from '../model/batch-store'
import type { BatchImage, Incoming } from '../model/image'
import toolClasses from '../parts/tool.module.css'
import { clearAll } from '../process/reset'
import { ChooseFiles } from './choose-files'
import { ImageTile } from './image-tile'
import classes from './upload.module.css'

interface ImagesReadyProps {
  images: BatchImage[]
  max: number
  onFiles: (files: Incoming[]) => void
  /** What follows the images. */
  children: ReactNode
}

const ADD_MORE = 'add-more'
const TEXT_HEIGHT = 44

export function ImagesReady({ images, max, onFiles, children }: ImagesReadyProps) {
  const checking = useBatch((state) => state.checking)
  const full = images.length >= max
  const tiles: (BatchImage | typeof ADD_MORE)[] = full ? images : [...images, ADD_MORE]
  return (
    <Card className={`${classes.ready} ${toolClasses.fill}`}>
      <div className={classes.readyHead}>
        <Title />
        <Badge variant="light" className={classes.count}>
          {images.length}/{max}
        </Badge>
        {checking > 0 ? (
          <Loader
            role="status"
            size={16}
            aria-label={t`Checking ${plural(checking, { one: '# file', other: '# files' })}`}
          />
        ) : null}
        <span className={classes.readyActions}>
          <ChooseFiles
            onFiles={onFiles}
            folder
            trigger={(open) => (
              <Button
                size="sm"
                variant="subtle"
                leftSection={<FolderPlus size={16} aria-hidden />}
                onClick={open}
                disabled={full}
              >
                {t`Add a folder`}
              </Button>
            )}
          >
            {t`Add a folder`}
          </ChooseFiles>
          <Button size="sm" variant="subtle" leftSection={<Trash2 size={16} aria-hidden />} onClick={clearAll}>
            {t`Clear All`}
          </Button>
        </span>
      </div>
      <div className={`${classes.readyBody} ${toolClasses.pane}`}>
        <VirtualGrid
          items={tiles}
          keyOf={(tile) => (tile === ADD_MORE ? ADD_MORE : tile.id)}
          minTile={138}
          maxColumns={7}
          rowHeight={(width) => width * 0.75 + TEXT_HEIGHT}
          label={t`Images Ready`}
        >
          {(tile) =>
            tile === ADD_MORE ? (
              <ChooseFiles
                onFiles={onFiles}
                trigger={(open) => (
                  <button type="button" className={classes.addMore} onClick={open}>
                    <Plus size={22} aria-hidden />
                    {t`Add More`}
                  </button>
                )}
              >
                {t`Add More`}
              </ChooseFiles>
            ) : (
              <ImageTile image={tile} />
            )
          }
        </VirtualGrid>
        {children}
      </div>
    </Card>
  )
}

/** The button that was pressed has gone with the drop zone: the focus goes on here. Not on a fresh page, where nobody asked. */
function Title() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const lost = document.activeElement === document.body
    if (lost && navigator.userActivation?.hasBeenActive) title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h3 ref={title} tabIndex={-1} className={classes.readyTitle}>
      {t`Images Ready`}
    </h3>
  )
}
