import { afterEach, describe, expect, it } from 'vitest'
import { plural, speak, t } from './messages'

afterEach(() => speak(null))

const images = (count: number) => plural(count, { one: '# image', other: '# images' })

describe('the sentences', () => {
  it('are English without a catalogue', () => {
    expect(t`Remove ${'cat.jpg'} from ${2} lists`).toBe('Remove cat.jpg from 2 lists')
    expect([0, 1, 2].map(images)).toEqual(['0 images', '1 image', '2 images'])
  })

  it('come from the catalogue, with their values where the language wants them', () => {
    speak({ language: 'de', messages: { 'Remove {0} from {1}': 'Aus {1} {0} entfernen' } })
    expect(t`Remove ${'a'} from ${'b'}`).toBe('Aus b a entfernen')
    expect(t`Not translated ${'yet'}`).toBe('Not translated yet')
  })

  it('have as many forms as the language has', () => {
    const polish = { one: '# obraz', few: '# obrazy', many: '# obrazów', other: '# obrazu' }
    speak({ language: 'pl', messages: { '# images': polish } })
    expect([1, 2, 5].map(images)).toEqual(['1 obraz', '2 obrazy', '5 obrazów'])
  })

  it('show values as they are, also when they look like places', () => {
    expect(t`Rename ${'{0} to {1}'} now`).toBe('Rename {0} to {1} now')
  })
})
