import plans from 'virtual:plans'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '@/testing/test-page'
import { limitLines, Pricing } from './pricing'

test('every plan that is sold has a card with its price and its limits', async () => {
  await renderAt('/x', <Pricing />)
  expect(plans.map(({ tier }) => tier)).toEqual(['starter', 'essential', 'professional'])
  for (const plan of plans) {
    const card = screen.getByRole('heading', { name: new RegExp(`^${plan.name}`) }).closest('li') as HTMLElement
    expect(within(card).getByText(`$${(plan.priceCents / 100).toFixed(2)}`)).toBeTruthy()
    for (const line of limitLines(plan.limits)) expect(within(card).getByText(line)).toBeTruthy()
    expect(within(card).queryByText('Most Popular') !== null).toBe(plan.tier === 'essential')
  }
})
