import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { leave, toast, toastError } from './toasts'

beforeEach(() => {
  notifications.clean()
  render(
    <MantineProvider env="test">
      <Notifications limit={4} />
    </MantineProvider>,
  )
})

const say = (...toasts: (() => void)[]) => act(async () => toasts.forEach((one) => void one()))

test('ROUTE-09: one toast does not take the place of another', async () => {
  await say(
    () => toast('Files Restored', '3 previously uploaded images have been restored.'),
    () => toast('Template applied', 'Template "Shop" applied successfully!'),
    () => toast('Images Added', '1 image(s) ready for processing.'),
  )
  for (const title of ['Files Restored', 'Template applied', 'Images Added'])
    expect(screen.getByText(title)).toBeTruthy()
})

test('what is said again replaces itself, and two different errors are two', async () => {
  await say(
    () => toast('Success!', 'a.jpg downloaded successfully.'),
    () => toast('Success!', 'b.jpg downloaded successfully.'),
    () => toastError('Error', 'Failed to load template.'),
    () => toastError('Error', 'Failed to download image.'),
    () => toastError('Error', 'Failed to download image.'),
  )
  await waitFor(() => expect(screen.queryByText('a.jpg downloaded successfully.')).toBeNull())
  expect(screen.getByText('Failed to load template.')).toBeTruthy()
  expect(screen.getAllByText('Failed to download image.')).toHaveLength(1)
  await act(async () => leave('Error'))
  await waitFor(() => expect(screen.queryByText('Error')).toBeNull())
})

test('an error ends when the thing it speaks of is done', async () => {
  await say(() => toastError('Save Failed', 'The server cannot be reached.'))
  expect(screen.getByText('Save Failed')).toBeTruthy()
  await say(() => toast('Settings Saved', 'Your preferences have been saved.'))
  await waitFor(() => expect(screen.queryByText('Save Failed')).toBeNull())
})
