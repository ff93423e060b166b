import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '@/api/query-client'
import { renderAt } from '@/testing/test-page'
import { CrashScreen } from './crash-screen'

test('ROUTE-15: what a page stumbled over is not shown again, neither by Try Again nor by a reload', async () => {
  queryClient.setQueryData(['batches', 'u1'], { items: 'no list' })
  localStorage.setItem('nomina-cache', '{"clientState":{"queries":[]}}')
  const reset = vi.fn()
  await renderAt('/dashboard/jobs', <CrashScreen error={new Error('items.map is not a function')} reset={reset} />)
  expect(localStorage.getItem('nomina-cache')).toBeNull()
  expect(queryClient.getQueryData(['batches', 'u1'])).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(reset).toHaveBeenCalledOnce()
})
