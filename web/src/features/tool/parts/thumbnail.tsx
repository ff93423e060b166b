// An image's thumbnail: asked for when it is first shown, drawn when a worker has made it.
import { useEffect } from 'react'
import { t } from '@/lib/messages'
import type { BatchImage } from '../model/image'
import { useThumbnails } from '../model/thumbnails-store'
import classes from './thumbnail.module.css'

export function Thumbnail({ image }: { image: BatchImage }) {
  const thumbnail = useThumbnails((state) => state.shelf[image.id])
  useEffect(() => useThumbnails.getState().request(image), [image])
  if (thumbnail?.state === 'ready') {
    return <img src={thumbnail.url} alt="" className={classes.image} draggable={false} decoding="async" />
  }
  return (
    <span className={classes.image} data-state={thumbnail?.state ?? 'making'}>
      {thumbnail?.state === 'failed' ? t`No preview` : null}
    </span>
  )
}
