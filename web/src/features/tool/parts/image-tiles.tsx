// The batch as tiles beside the options: the picture, and two lines about it.
import type { ReactNode } from 'react'
import { VirtualGrid } from '@/ui/virtual-grid'
import type { Picture } from '../model/image'
import toolClasses from './tool.module.css'

const FACTS_HEIGHT = 50

interface PictureTilesProps {
  pictures: Picture[]
  label: string
  children: (picture: Picture) => ReactNode
}

export function PictureTiles({ pictures, label, children }: PictureTilesProps) {
  return (
    <div className={toolClasses.pane}>
      <VirtualGrid
        items={pictures}
        keyOf={(picture) => picture.id}
        minTile={128}
        maxColumns={4}
        rowHeight={(width) => width * 0.75 + FACTS_HEIGHT}
        label={label}
      >
        {children}
      </VirtualGrid>
    </div>
  )
}
