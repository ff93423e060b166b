import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useBatch } from '../model/batch-store'
import { type Tab, useOptionChanges } from '../model/options-store'
import { image } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { OptionsPanel } from './options-panel'

vi.mock('@/engine', () => ({ engine: {} }))
vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => rulesPromise }))
const rulesPromise = realRules()

beforeEach(() => {
  useOptionChanges.setState({ changes: {}, tab: 'naming', watermarkKind: 'text' })
  useBatch.setState({ images: [] })
})

const at = (tab: Tab) => useOptionChanges.setState({ tab })
const changes = () => useOptionChanges.getState().changes

describe('the tabs', () => {
  test('four in their order, naming first', async () => {
    await showAs('guest', <OptionsPanel />)
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Naming', 'Watermarking', 'Metadata', 'Format'])
    expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
  })
})

describe('naming', () => {
  test('guests see disabled fields and the note', async () => {
    await showAs('guest', <OptionsPanel />)
    for (const label of ['Prefix', 'Suffix', 'Name pattern']) {
      expect(screen.getByLabelText(label)).toHaveProperty('disabled', true)
    }
    expect(screen.getByText('Custom context requires login')).toBeTruthy()
  })

  test('starter may write a prefix; a custom context is ignored and explained', async () => {
    await showAs('starter', <OptionsPanel />)
    fireEvent.change(screen.getByLabelText('Prefix'), { target: { value: 'studio' } })
    expect(changes().prefix).toBe('studio')
    expect(screen.getByText('Essential feature')).toBeTruthy()
    expect(screen.getByText('Custom context is an Essential feature. Upgrade to unlock.')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Custom' }))
    expect(changes().contextMode).toBeUndefined()
  })

  test('essential chooses a custom context and writes it', async () => {
    await showAs('essential', <OptionsPanel />)
    fireEvent.click(screen.getByRole('radio', { name: 'Custom' }))
    fireEvent.change(screen.getByLabelText('Custom context'), { target: { value: 'a wedding' } })
    expect(changes()).toMatchObject({ contextMode: 'custom', customContext: 'a wedding' })
    fireEvent.click(screen.getByRole('switch', { name: /^Start names with these words/ }))
    expect(changes().contextAsPrefix).toBe(true)
  })

  test('a pattern shows its example at once, with the facts of the first image', async () => {
    const first = image('DSC_1.JPG')
    first.inspection.takenAt = '2024-08-17T14:30:22'
    useBatch.setState({ images: [first] })
    await showAs('starter', <OptionsPanel />)
    fireEvent.change(screen.getByLabelText('Name pattern'), { target: { value: '{date}-{name}-{n:3}' } })
    expect(screen.getByText('2024-08-17-beagle-dog-on-grass-001')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '{original}' }))
    expect(changes().namePattern).toContain('{original}')
  })
})

test('a place is checked in its own field', async () => {
  at('metadata')
  useOptionChanges.setState({ changes: { addCustomMetadata: true, customLatitude: 'abc', customLongitude: '8.5' } })
  await showAs('essential', <OptionsPanel />)
  expect(screen.getByText(/^The latitude "abc" is not a number of degrees/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '47.4' } })
  expect(screen.queryByText(/is not a number of degrees/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '' } })
  expect(screen.getByText('A latitude needs a longitude beside it.')).toBeTruthy()
})

describe('watermarking', () => {
  beforeEach(() => {
    at('watermarking')
    useOptionChanges.setState({ changes: { enableTextWatermark: true } })
  })

  test('the ten fonts are offered and the defaults are the documented ones', async () => {
    await showAs('guest', <OptionsPanel />)
    expect(screen.getByLabelText('Size')).toHaveProperty('value', '24')
    expect(screen.getByLabelText('Colour')).toHaveProperty('value', '#ffffff')
    expect((await rulesPromise).fontFamilies).toHaveLength(10)
    expect(screen.getByRole('slider', { name: 'Opacity' }).getAttribute('aria-valuenow')).toBe('0.7')
  })

  test('an invalid colour is shown with its message and not passed on', async () => {
    await showAs('guest', <OptionsPanel />)
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#12' } })
    expect(screen.getByText('Invalid HEX color format. Expected: #ffffff')).toBeTruthy()
    expect(screen.getByLabelText('Colour').getAttribute('aria-invalid')).toBe('true')
    expect(changes().textWatermarkColor).toBeUndefined()
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#123' } })
    expect(changes().textWatermarkColor).toBe('#123')
  })

  test('another format rewrites the colour and asks for itself', async () => {
    await showAs('guest', <OptionsPanel />)
    fireEvent.change(screen.getByLabelText('Colour format'), { target: { value: 'rgb' } })
    expect(changes().textWatermarkColor).toBe('rgb(255, 255, 255)')
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: 'rgb(300, 0' } })
    expect(screen.getByText('Invalid RGB color format. Expected: rgb(255, 255, 255)')).toBeTruthy()
  })

  test('a colour pasted in another format is taken, and the format follows', async () => {
    await showAs('guest', <OptionsPanel />)
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: 'rgb(255, 0, 0)' } })
    expect(changes().textWatermarkColor).toBe('rgb(255, 0, 0)')
    expect(screen.getByLabelText('Colour format')).toHaveProperty('value', 'rgb')
    expect(screen.queryByText(/color format\. Expected/)).toBeNull()
  })

  test('a size that is not a number is 24', async () => {
    await showAs('guest', <OptionsPanel />)
    fireEvent.change(screen.getByLabelText('Size'), { target: { value: '40' } })
    expect(changes().textWatermarkFontSize).toBe(40)
    fireEvent.change(screen.getByLabelText('Size'), { target: { value: '' } })
    expect(changes().textWatermarkFontSize).toBe(24)
  })

  test('an exact place becomes bottom right without access', async () => {
    await showAs('guest', <OptionsPanel />)
    expect(screen.getByText('Custom positioning requires login')).toBeTruthy()
    const position = within(screen.getByRole('group', { name: 'Position' }))
    fireEvent.click(position.getByRole('radio', { name: 'Top left' }))
    expect(changes().textWatermarkPosition).toBe('top-left')
    fireEvent.click(position.getByRole('radio', { name: 'Custom' }))
    expect(changes().textWatermarkPosition).toBe('bottom-right')
  })

  test('starter reads that it is an Essential feature; essential gets X and Y', async () => {
    await showAs('starter', <OptionsPanel />)
    expect(screen.getByText('Essential feature')).toBeTruthy()
    await showAs('essential', <OptionsPanel />)
    fireEvent.click(screen.getAllByRole('radio', { name: 'Custom' }).at(-1) as HTMLElement)
    expect(changes().textWatermarkPosition).toBe('custom')
    expect(screen.getAllByRole('slider', { name: 'X' })[0]?.getAttribute('aria-valuenow')).toBe('90')
  })
})

describe('metadata', () => {
  beforeEach(() => at('metadata'))

  test('guests: everything is locked and the banner says why', async () => {
    await showAs('guest', <OptionsPanel />)
    expect(
      screen.getByText('Custom metadata editing requires login. Please sign in to access these features.'),
    ).toBeTruthy()
    expect(screen.getAllByText('Login required')).toHaveLength(3)
    for (const one of screen.getAllByRole('switch')) expect(one).toHaveProperty('disabled', true)
  })

  test('starter removes metadata but does not write it', async () => {
    await showAs('starter', <OptionsPanel />)
    expect(screen.getByText('Premium Feature')).toBeTruthy()
    expect(
      screen.getByText(
        'Custom metadata editing is available with Premium plans and above. Upgrade to unlock this feature.',
      ),
    ).toBeTruthy()
    fireEvent.click(screen.getByLabelText(/^Remove existing metadata/))
    expect(changes().removeMetadata).toBe(true)
    expect(screen.getByLabelText('Add custom metadata')).toHaveProperty('disabled', true)
    expect(screen.getByLabelText(/^Preserve creation date/)).toHaveProperty('checked', true)
  })

  test('essential writes every field', async () => {
    await showAs('essential', <OptionsPanel />)
    fireEvent.click(screen.getByLabelText('Add custom metadata'))
    const fields = ['Title', 'Author', 'Description', 'Keywords', 'Subject', 'Location', 'Latitude', 'Longitude']
    for (const label of [...fields, 'Copyright', 'Source', 'Comments']) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: `my ${label}` } })
    }
    fireEvent.click(screen.getByRole('radio', { name: '5' }))
    expect(changes()).toMatchObject({
      customTitle: 'my Title',
      customKeywords: 'my Keywords',
      customComments: 'my Comments',
      customLongitude: 'my Longitude',
      customRating: 5,
    })
  })
})

describe('format', () => {
  beforeEach(() => at('format'))

  test('width and height are integers, and 0 when the input is not a number', async () => {
    await showAs('guest', <OptionsPanel />)
    fireEvent.click(screen.getByLabelText('Resize images'))
    expect(screen.getByLabelText('Max width')).toHaveProperty('value', '1920 px')
    fireEvent.change(screen.getByLabelText('Max width'), { target: { value: '800' } })
    expect(changes().maxWidth).toBe(800)
    fireEvent.change(screen.getByLabelText('Max height'), { target: { value: '' } })
    expect(changes().maxHeight).toBe(0)
    expect(screen.getByLabelText('Max height').getAttribute('placeholder')).toBe('1080')
  })

  test('conversion and compression open their fields', async () => {
    await showAs('guest', <OptionsPanel />)
    fireEvent.click(screen.getByLabelText('Convert format'))
    expect(screen.getByLabelText('Output format', { selector: 'input' })).toHaveProperty('value', 'JPEG')
    fireEvent.click(screen.getByLabelText('Enable compression'))
    expect(screen.getByRole('slider', { name: 'Quality' }).getAttribute('aria-valuenow')).toBe('80')
    fireEvent.change(screen.getByLabelText('Maximum file size'), { target: { value: '300' } })
    expect(changes().targetSizeKb).toBe(300)
    fireEvent.click(screen.getByRole('switch', { name: /^Progressive JPEG/ }))
    expect(changes().jpegProgressive).toBe(false)
    fireEvent.click(screen.getByRole('switch', { name: /^Progressive JPEG/ }))
    expect(changes().jpegProgressive).toBe(null)
    fireEvent.change(screen.getByLabelText('PNG quality'), { target: { value: '70' } })
    expect(changes().pngQuality).toBe(0.7)
    fireEvent.change(screen.getByLabelText('PNG quality'), { target: { value: '5' } })
    expect(changes().pngQuality).toBe(0.1)
    fireEvent.change(screen.getByLabelText('PNG quality'), { target: { value: '' } })
    expect(changes().pngQuality).toBe(null)
  })
})
