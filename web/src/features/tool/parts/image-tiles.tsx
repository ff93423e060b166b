// The batch as tiles beside the options: the image, and two lines about it.
import type { ReactNode } from 'react'
import { VirtualGrid } from '@/ui/virtual-grid'
import type { BatchImage } from '../model/image'
import toolClasses from './tool.module.css'

const FACTS_HEIGHT = 50

interface ImageTilesProps {
  images: BatchImage[]
  label: string
  children: (image: BatchImage) => ReactNode
}

export function ImageTiles({ images, label, children }: ImageTilesProps) {
  return (
    <div className={toolClasses.pane}>
      <VirtualGrid
        items={images}
        keyOf={(image) => image.id}
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
