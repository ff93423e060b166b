// A sentence with elements inside: <Rich text={t`Read the <0>terms</0>.`} parts={[(words) => <a href="/terms">{words}</a>]} />.
// A translation can move the marks.
import { Fragment, type ReactNode } from 'react'

interface RichProps {
  text: string
  parts: readonly ((words: string) => ReactNode)[]
}

export function Rich({ text, parts }: RichProps) {
  return piecesOf(text).map(({ words, part }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence do not move
    <Fragment key={at}>{part === undefined ? words : (parts[part]?.(words) ?? words)}</Fragment>
  ))
}

function piecesOf(text: string): { words: string; part?: number }[] {
  return text.split(/(<\d+>.*?<\/\d+>)/s).flatMap((piece) => {
    const [, part, words] = /^<(\d+)>(.*)<\/\d+>$/s.exec(piece) ?? []
    if (part !== undefined) return [{ words: words ?? '', part: Number(part) }]
    return piece === '' ? [] : [{ words: piece }]
  })
}
