// The custom metadata fields.
import { Select, Textarea, TextInput } from '@mantine/core'
import type { Category, ProcessingOptions, UsageRights } from '@/api/types'
import { t } from '@/lib/messages'
import { useProblems } from '../model/use-problems'
import { useRecipe } from '../model/use-recipe'
import { Segments } from '../parts/segments'
import classes from './options.module.css'

const CATEGORIES: Category[] = [
  'none',
  'photography',
  'artwork',
  'document',
  'screenshot',
  'product',
  'portrait',
  'landscape',
  'event',
  'other',
]

const RIGHTS: UsageRights[] = [
  'none',
  'all-rights-reserved',
  'creative-commons',
  'public-domain',
  'royalty-free',
  'rights-managed',
  'editorial-use',
]

type TextField = {
  [Key in keyof ProcessingOptions]: ProcessingOptions[Key] extends string ? Key : never
}[keyof ProcessingOptions]

export function CustomMetadata() {
  const { options, change } = useRecipe()
  const problemOf = useProblems(options)
  const text = (field: TextField, label: string, placeholder = '') => (
    <TextInput
      key={field}
      label={label}
      placeholder={placeholder}
      value={options[field]}
      error={problemOf(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
  const area = (field: TextField, label: string) => (
    <Textarea
      key={field}
      label={label}
      resize="vertical"
      rows={2}
      value={options[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <p className={classes.hint}>
        {t`Texts may hold ${'{name}'}, ${'{alt}'} and ${'{keywords}'}: each image gets what the model says about it.`}
      </p>
      {text('customTitle', t`Title`)}
      {text('customAuthor', t`Author`)}
      {area('customDescription', t`Description`)}
      {text('customKeywords', t`Keywords`, t`Comma separated`)}
      <div className={classes.two}>
        <Select
          label={t`Category`}
          data={CATEGORIES.map(choice)}
          allowDeselect={false}
          value={options.customCategory}
          onChange={(value) => value && change({ customCategory: value as Category })}
        />
        <Select
          label={t`Usage rights`}
          data={RIGHTS.map(choice)}
          allowDeselect={false}
          value={options.customUsageRights}
          onChange={(value) => value && change({ customUsageRights: value as UsageRights })}
        />
      </div>
      {text('customSubject', t`Subject`)}
      {text('customLocation', t`Location`)}
      <div className={classes.two}>
        {text('customLatitude', t`Latitude`, '48.8584')}
        {text('customLongitude', t`Longitude`, '2.2945')}
      </div>
      {text('customCopyright', t`Copyright`)}
      {text('customSource', t`Source`)}
      {area('customComments', t`Comments`)}
      <div>
        <p className={classes.label} id="rating">
          {t`Rating`}
        </p>
        <Segments
          aria-labelledby="rating"
          data={['0', '1', '2', '3', '4', '5']}
          value={String(options.customRating)}
          onChange={(value) => change({ customRating: Number(value) })}
        />
      </div>
    </>
  )
}

/** `all-rights-reserved` reads "All rights reserved". */
function choice(value: string): { value: string; label: string } {
  const words = value.replaceAll('-', ' ')
  return { value, label: words.charAt(0).toUpperCase() + words.slice(1) }
}
