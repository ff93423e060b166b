// Sizes for people: "4.1 MB", "412 KB", "-90%".

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kb = bytes / 1024
  if (kb < 1000) return `${kb < 10 ? kb.toFixed(1) : Math.round(kb)} KB`
  return `${(kb / 1024).toFixed(1)} MB`
}

/** The change in percent, with its sign; empty when it rounds to nothing. */
export function changeText(before: number, after: number): string {
  const percent = before === 0 ? 0 : Math.round(((after - before) / before) * 100)
  if (percent === 0) return ''
  return percent < 0 ? `-${-percent}%` : `+${percent}%`
}
