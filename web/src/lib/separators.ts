// What stands between the words of a name.
import { t } from './messages'

export const SEPARATORS = [
  { value: 'hyphen', label: t`Hyphen -` },
  { value: 'underscore', label: t`Underscore _` },
  { value: 'space', label: t`Space` },
  { value: 'none', label: t`None` },
]
