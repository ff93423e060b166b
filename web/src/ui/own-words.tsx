// The fields for a person's own words and the limits of names: in the tool for one batch, in the settings for new ones.
import bounds from 'virtual:bounds'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { t } from '@/lib/messages'

export interface OwnWords {
  preferredWords: string
  forbiddenWords: string
  addedKeywords: string
  maxWords: number
  maxKeywords: number
}

interface OwnWordsProps {
  words: OwnWords
  change: (part: Partial<OwnWords>) => void
  problemOf: (field: keyof OwnWords) => string | null | undefined
  disabled?: boolean
}

export function OwnWordsFields({ words, change, problemOf, disabled = false }: OwnWordsProps) {
  return (
    <>
      <Textarea
        label={t`Preferred words`}
        description={t`One rule a line. Names, alt text and keywords follow it.`}
        placeholder={t`couch, settee = sofa`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        resize="vertical"
        rows={2}
        disabled={disabled}
        spellCheck={false}
        value={words.preferredWords}
        error={problemOf('preferredWords')}
        onChange={(event) => change({ preferredWords: event.currentTarget.value })}
      />
      <Textarea
        label={t`Forbidden words`}
        description={t`No name, alt text or keyword has them.`}
        placeholder={t`cheap, old`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        resize="vertical"
        rows={2}
        disabled={disabled}
        spellCheck={false}
        value={words.forbiddenWords}
        error={problemOf('forbiddenWords')}
        onChange={(event) => change({ forbiddenWords: event.currentTarget.value })}
      />
      <TextInput
        label={t`Keywords for every image`}
        description={t`Animals|Dogs is a keyword inside another.`}
        placeholder={t`Acme, summer sale`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={disabled}
        value={words.addedKeywords}
        error={problemOf('addedKeywords')}
        onChange={(event) => change({ addedKeywords: event.currentTarget.value })}
      />
    </>
  )
}

export function NameLimits({ words, change, problemOf, disabled = false }: OwnWordsProps) {
  return (
    <>
      <NumberInput
        label={t`Most words of a name`}
        placeholder={t`no limit`}
        min={1}
        max={bounds.words}
        allowDecimal={false}
        disabled={disabled}
        value={words.maxWords || ''}
        error={problemOf('maxWords')}
        onChange={(value) => change({ maxWords: Number(value) || 0 })}
      />
      <NumberInput
        label={t`Most keywords`}
        placeholder={String(bounds.keywords)}
        min={1}
        max={bounds.keywords}
        allowDecimal={false}
        disabled={disabled}
        value={words.maxKeywords || ''}
        error={problemOf('maxKeywords')}
        onChange={(value) => change({ maxKeywords: Number(value) || 0 })}
      />
    </>
  )
}
