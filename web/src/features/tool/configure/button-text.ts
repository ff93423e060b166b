// The words of the process button and of the notes around it, by how many images are known already.
import { plural, t } from '@/lib/messages'

/** `noModel`: none can be asked now, so that new images get their cleaned names. */
export function processButtonText(total: number, cached: number, keepNames = false, noModel = false): string {
  if (keepNames) {
    return plural(total, { one: 'Process # Image (No AI Credits)', other: 'Process # Images (No AI Credits)' })
  }
  if (total > 0 && cached === total) {
    return plural(total, {
      one: 'Apply Changes to # Image (No AI Credits)',
      other: 'Apply Changes to # Images (No AI Credits)',
    })
  }
  if (cached > 0) {
    return t`${plural(total - cached, { one: 'Process # New Image', other: 'Process # New Images' })} + Apply to ${cached} Cached`
  }
  return noModel
    ? plural(total, { one: 'Process # Image Without AI', other: 'Process # Images Without AI' })
    : plural(total, { one: 'Process # Image with AI', other: 'Process # Images with AI' })
}

export function smartModeText(total: number, cached: number): string {
  const known = plural(cached, {
    one: '# image has a cached name and does not use your allowance',
    other: '# images have cached names and do not use your allowance',
  })
  return t`${known}, ${total - cached} new.`
}
