// Numbers of things, in words.

/** "1 picture", "2 pictures": for words whose plural is an s. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
