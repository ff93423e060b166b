import { beforeEach, expect, test } from 'vitest'
import { useBatch } from '../model/batch-store'
import { leaveFiles, takeFiles, useWaiting } from './waiting-store'

const file = (name: string) => ({ file: new File(['x'], name), folder: '' })

beforeEach(() => {
  useWaiting.setState({ files: [] })
  useBatch.setState({ checking: 0 })
})

test('files that are left before the tool is there are handed over once, in order', () => {
  leaveFiles([file('a.jpg')])
  leaveFiles([file('b.jpg'), file('c.jpg')])
  expect(useBatch.getState().checking).toBe(3)
  expect(takeFiles().map((one) => one.file.name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(takeFiles()).toEqual([])
})

test('nothing left changes nothing', () => {
  leaveFiles([])
  expect(useBatch.getState().checking).toBe(0)
})
