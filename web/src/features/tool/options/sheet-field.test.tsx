import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useBatch } from '../model/batch-store'
import { useOptionChanges } from '../model/options-store'
import { useSheet } from '../model/sheet-store'
import { image } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { NamePattern } from './name-pattern'
import { OwnWords } from './own-words'
import { SheetField } from './sheet-field'

vi.mock('@/engine', () => ({ engine: {} }))
vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => rulesPromise }))
const rulesPromise = realRules()

beforeEach(() => {
  useSheet.getState().remove()
  useOptionChanges.setState({ changes: {} })
  useBatch.setState({ images: [image('IMG_1.JPG'), image('IMG_2.JPG')] })
})

const choose = (text: string) => useSheet.getState().choose('products.csv', new TextEncoder().encode(text))

test('rows without an image and images without a row are shown, and columns are tokens', async () => {
  choose('File;SKU;Product name\nimg_1.jpg;A-1;Oak Table\ngone.jpg;A-2;Chair')
  useOptionChanges.setState({ changes: { namePattern: '{sku}-{column:Product name}' } })
  await showAs(
    'essential',
    <>
      <SheetField disabled={false} />
      <NamePattern disabled={false} />
    </>,
  )
  expect(screen.getByText('products.csv: 1 image has a row, found by “File”.')).toBeTruthy()
  expect(screen.getByText('1 row without an image')).toBeTruthy()
  expect(screen.getByText('Row 3: gone.jpg')).toBeTruthy()
  expect(screen.getByText('1 image without a row')).toBeTruthy()
  expect(screen.getByText('IMG_2.JPG')).toBeTruthy()
  expect(screen.getByRole('button', { name: '{sku}' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '{column:Product name}' })).toBeTruthy()
  expect(screen.getByText('a-1-oak-table')).toBeTruthy()
})

test('a file that is no sheet says so, and can be removed', async () => {
  choose('PK\u0003\u0004')
  await showAs('essential', <SheetField disabled={false} />)
  expect(screen.getByRole('alert').textContent).toContain('This is an Excel or OpenDocument file.')
  fireEvent.click(screen.getByRole('button', { name: 'Remove products.csv' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('own words go into the recipe, and a rule that cannot be understood is said', async () => {
  await showAs('starter', <OwnWords disabled={false} />)
  fireEvent.change(screen.getByLabelText('Preferred words'), { target: { value: 'couch' } })
  expect(screen.getByText('"couch" is not a rule; write couch = sofa.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Forbidden words'), { target: { value: 'cheap' } })
  expect(useOptionChanges.getState().changes).toMatchObject({ preferredWords: 'couch', forbiddenWords: 'cheap' })
})
