// The language of names, alt text and keywords, and whether names keep its accents.
import { Select, Switch } from '@mantine/core'
import type { Language } from '@/api/types'
import { LANGUAGE_CHOICES } from '@/lib/languages'
import { t } from '@/lib/messages'
import { useRecipe } from '../model/use-recipe'
import { spellingOf } from '../naming/spelling'

export function LanguageField() {
  const { options, change } = useRecipe()
  const { language, keepAccents } = spellingOf(options)
  return (
    <>
      <Select
        label={t`Language`}
        description={t`Of names, alt text and keywords.`}
        inputWrapperOrder={['label', 'input', 'description']}
        data={LANGUAGE_CHOICES}
        allowDeselect={false}
        value={language}
        onChange={(value) => value && change({ language: value as Language })}
      />
      {language === 'en' && !keepAccents ? null : (
        <Switch
          label={t`Keep accents`}
          description={exampleOf(language)}
          checked={keepAccents}
          onChange={(event) => change({ keepAccents: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** A name with accents, and how it is written without. */
function exampleOf(language: Language): string {
  const [kept, plain] = EXAMPLES[language]
  return t`On: ${kept}. Off: ${plain}.`
}

const EXAMPLES: Record<Language, [string, string]> = {
  en: ['café', 'cafe'],
  de: ['grüne-straße', 'gruene-strasse'],
  fr: ['gâteau-à-la-crème', 'gateau-a-la-creme'],
  es: ['niño-en-el-jardín', 'nino-en-el-jardin'],
  it: ['caffè-in-città', 'caffe-in-citta'],
  pt: ['avião-à-noite', 'aviao-a-noite'],
  nl: ['skiër-in-de-sneeuw', 'skier-in-de-sneeuw'],
}
