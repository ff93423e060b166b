// Numbers of things, in words.

/** "1 image", "2 images": for words whose plural is an s. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
