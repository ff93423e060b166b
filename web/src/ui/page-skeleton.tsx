// The quiet shape of a page while it loads. One shape per dashboard section, so that nothing jumps when the page arrives.
import { Skeleton } from '@mantine/core'
import { t } from '@/lib/messages'
import classes from './page-skeleton.module.css'

export type SkeletonShape = 'tools' | 'profile' | 'settings' | 'billing' | 'jobs' | 'templates'

const BLOCKS: Record<SkeletonShape, { heights: readonly number[]; columns: 1 | 2 | 3 }> = {
  tools: { heights: [360], columns: 1 },
  profile: { heights: [190, 190, 150], columns: 1 },
  settings: { heights: [250, 170, 120], columns: 1 },
  billing: { heights: [210, 210, 260, 260], columns: 2 },
  jobs: { heights: [72, 72, 72, 72, 72], columns: 1 },
  templates: { heights: [150, 150, 150, 150, 150, 150], columns: 3 },
}

export function PageSkeleton({ shape }: { shape: SkeletonShape }) {
  const { heights, columns } = BLOCKS[shape]
  return (
    <div role="status" aria-label={t`Loading`} className={classes.page}>
      <Skeleton height={38} width={220} radius="md" />
      <div className={classes.blocks} data-columns={columns}>
        {heights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are a fixed drawing and never move
          <Skeleton key={index} height={height} radius="lg" />
        ))}
      </div>
    </div>
  )
}
