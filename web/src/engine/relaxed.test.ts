import { expect, test } from 'vitest'
import { SMALLEST } from './relaxed'

test('but for its one instruction, what is asked of the browser is a module that all of them take', () => {
  const plain = SMALLEST.slice()
  const at = plain.length - 3
  expect([...plain.subarray(at - 1, at + 2)]).toEqual([0xfd, 0x93, 0x02])
  // `v128.bitselect` takes three vectors and gives one, too; its number in as many bytes.
  plain.set([0xd2, 0x00], at)
  expect(WebAssembly.validate(plain)).toBe(true)
})
