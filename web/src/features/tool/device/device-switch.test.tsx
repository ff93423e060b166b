import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { device } from '@/engine/device'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { useDeviceStore } from './device-store'
import { DeviceSwitch } from './device-switch'

vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => rulesPromise }))
const rulesPromise = realRules()
vi.mock('@/engine/device', () => ({ device: { prepare: vi.fn() } }))

const MODEL = { files: [{ url: '/models/see.bin?v=1', bytes: 14_200_000 }], problem: null }

/** The switch beside a server that answers so about its model. */
const show = (model: object) => showAs('guest', <DeviceSwitch />, async () => Response.json(model))

const toggle = () => screen.getByRole('switch', { name: /^On this device/ })

beforeEach(() => {
  localStorage.clear()
  const absent = { phase: 'absent' } as const
  useDeviceStore.setState({ chosen: false, files: [], model: absent, better: false, best: null, bestModel: absent })
  vi.mocked(device.prepare).mockReset()
})

test('turned on, the model is brought in with its bytes counted, and the choice is remembered', async () => {
  let report: (loaded: number, total: number) => void = () => {}
  let finish: () => void = () => {}
  vi.mocked(device.prepare).mockImplementation((_, progress) => {
    report = progress
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  await show(MODEL)
  await screen.findByText(/14.2 MB/)
  expect(device.prepare).not.toHaveBeenCalled()
  await userEvent.click(toggle())
  expect(device.prepare).toHaveBeenCalledTimes(1)
  expect(screen.getByText('the model on this device')).toBeTruthy()
  act(() => report(7_100_000, 14_200_000))
  expect(screen.getByText('Loading the model: 7.1 of 14.2 MB')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Loading the model' }).getAttribute('aria-valuenow')).toBe('50')
  await act(async () => finish())
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(JSON.parse(localStorage.getItem('nomina.on-device') ?? '{}').state).toMatchObject({ chosen: true })
})

test('turned off again, the loading stops', async () => {
  let stopped = false
  vi.mocked(device.prepare).mockImplementation(
    (_, __, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          stopped = true
          reject(signal.reason)
        })
      }),
  )
  await show(MODEL)
  await screen.findByText(/14.2 MB/)
  await userEvent.click(toggle())
  await userEvent.click(toggle())
  expect(stopped).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a model that cannot be loaded says why', async () => {
  vi.mocked(device.prepare).mockRejectedValue(new Error('The naming model could not be loaded. Try again.'))
  await show(MODEL)
  await screen.findByText(/14.2 MB/)
  await userEvent.click(toggle())
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
})

test('where the server has no model the switch is closed and says why, even when it was on before', async () => {
  useDeviceStore.setState({ chosen: true })
  await show({ files: [], problem: 'The naming model is not installed on this server.' })
  await screen.findByText('The naming model is not installed on this server.')
  expect(toggle()).toHaveProperty('disabled', true)
  expect(toggle()).toHaveProperty('checked', false)
  expect(device.prepare).not.toHaveBeenCalled()
})

test('a signed-in person is told that such a run is not kept', async () => {
  await showAs('starter', <DeviceSwitch />, async () => Response.json(MODEL))
  await screen.findByText(/The run is not saved to your history\./)
})

test('without a network and without the model the switch is closed and says why', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await showAs('guest', <DeviceSwitch />, async () => Promise.reject(new TypeError('Failed to fetch')))
  await screen.findByText(/^You are offline, and the model is not on this device yet\./)
  expect(toggle()).toHaveProperty('disabled', true)
  network.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText(/^You are offline/)).toBeNull()
  network.mockRestore()
})

test('without a network a model that is here can be chosen', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  useDeviceStore.setState({ files: MODEL.files, model: { phase: 'ready' } })
  await showAs('guest', <DeviceSwitch />, async () => Promise.reject(new TypeError('Failed to fetch')))
  await screen.findByText(/14.2 MB/)
  expect(toggle()).toHaveProperty('disabled', false)
  network.mockRestore()
})

const WITH_BEST = { ...MODEL, best: { url: '/models/best.bin?v=1', bytes: 40_500_000 } }
const better = () => screen.getByRole('switch', { name: /^Better names/ })

/** A model whose download the test moves. */
function slowModel() {
  const slow = { report: (_loaded: number, _total: number) => {}, finish: () => {}, fail: (_error: Error) => {} }
  vi.mocked(device.prepare).mockImplementation((files, progress, signal) => {
    if (files.length < 2) return Promise.resolve()
    slow.report = progress
    return new Promise((resolve, reject) => {
      slow.finish = resolve
      slow.fail = reject
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  })
  return slow
}

test('better names are off until they are asked for; then their model comes with its bytes counted', async () => {
  const slow = slowModel()
  await show(WITH_BEST)
  await screen.findByText(/14.2 MB/)
  await userEvent.click(toggle())
  expect(better()).toHaveProperty('checked', false)
  expect(screen.getByText('A larger model, 41 MB, downloaded once. Naming takes longer.')).toBeTruthy()
  expect(device.prepare).toHaveBeenCalledTimes(1)
  await userEvent.click(better())
  expect(vi.mocked(device.prepare).mock.calls[1]?.[0]).toEqual([...MODEL.files, WITH_BEST.best])
  expect(screen.getByText('the larger model on this device')).toBeTruthy()
  act(() => slow.report(8_100_000, 40_500_000))
  expect(screen.getByText('Loading the larger model: 8.1 of 40.5 MB')).toBeTruthy()
  await act(async () => slow.finish())
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(JSON.parse(localStorage.getItem('nomina.on-device') ?? '{}').state).toMatchObject({ better: true })
})

test('the download for better names can be cancelled, and the quick model stays', async () => {
  slowModel()
  await show(WITH_BEST)
  await screen.findByText(/14.2 MB/)
  await userEvent.click(toggle())
  await userEvent.click(better())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the download' }))
  expect(better()).toHaveProperty('checked', false)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(useDeviceStore.getState()).toMatchObject({ model: { phase: 'ready' }, bestModel: { phase: 'absent' } })
})

test('a larger model that does not come says why, and who names until then', async () => {
  const slow = slowModel()
  await show(WITH_BEST)
  await screen.findByText(/14.2 MB/)
  await userEvent.click(toggle())
  await userEvent.click(better())
  await act(async () => slow.fail(new Error('The naming model was only partly downloaded.')))
  expect((await screen.findByRole('alert')).textContent).toBe('The naming model was only partly downloaded.')
  expect(screen.getByText('Until it is here, names come from the quick model.')).toBeTruthy()
})

test('a server without the larger model offers no better names', async () => {
  vi.mocked(device.prepare).mockResolvedValue()
  await show(MODEL)
  await screen.findByText(/14.2 MB/)
  await userEvent.click(toggle())
  expect(screen.queryByRole('switch', { name: /^Better names/ })).toBeNull()
})
