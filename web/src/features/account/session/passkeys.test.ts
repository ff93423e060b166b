import { expect, test } from 'vitest'
import { bytesOf, textOf } from './passkeys'

test('bytes survive base64url, whatever their length', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 83 + length) % 256)
    const text = textOf(bytes.buffer)
    expect(text).toMatch(/^[\w-]*$/)
    expect(bytesOf(text)).toEqual(bytes)
  }
})
