import { expect, test } from 'vitest'
import { remembered } from './layout-store'

test.each([
  [null, 'table', 220],
  ['not JSON', 'table', 220],
  ['{"layout":"cards","cardSize":300}', 'cards', 300],
  ['{"layout":"wall","cardSize":9000}', 'table', 420],
  ['{"cardSize":"wide"}', 'table', 220],
])('the layout remembered as %s', (text, layout, cardSize) => {
  expect(remembered(text)).toEqual({ layout, cardSize })
})
