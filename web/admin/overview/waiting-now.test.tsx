// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Waiting } from '#contract/shop/waiting.ts'
import { admin, renderPages } from '../../testing/page.tsx'
import { countPending, WaitingContext } from '../frame/waiting.ts'
import { WaitingNow } from './waiting-now.tsx'

const waiting: Waiting = {
  ...{ tickets: 3, disputes: 2, dispute_due_at: '2030-01-01T00:00:00Z', orders: 5, problems: 1 },
  orders_by_look: { refund: 1, payout: 4, failed: 0, unexpected: 0 },
}
const support = { ...admin, admin: false, support: true }

const show = (me: typeof admin, answer: Waiting | undefined, failed = false) =>
  renderPages({
    '/': () => (
      <WaitingContext value={{ answer, failed }}>
        <WaitingNow me={me} />
      </WaitingContext>
    ),
  })

const shown = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('the dashboard lists pending items, each with a link to its list', async () => {
  await show(admin, waiting)
  expect(shown()).toEqual([
    ['3Open tickets', '/admin/support'],
    [expect.stringMatching(/^2Disputes to answerdue /), '/admin/disputes?state=needs_response'],
    ['4Payouts to send', '/admin/orders?look=payout'],
    ['1Refunds to review', '/admin/orders?look=refund'],
    ['1Health problems', '/admin/health'],
  ])
  expect(countPending(admin, waiting)).toBe(11)
})

test('support sees only what they can handle', async () => {
  const orders_by_look = { ...waiting.orders_by_look, failed: 2 }
  const theirs = { ...waiting, orders_by_look, problems: null }
  await show(support, theirs)
  expect(shown().map(([text]) => text)).toEqual(['3Open tickets', '1Refunds to review'])
  expect(countPending(support, theirs)).toBe(4)
})

test('the dashboard says if there are no pending items', async () => {
  const none = { ...waiting, tickets: 0, disputes: 0, problems: 0, orders: 0 }
  const orders_by_look = { refund: 0, payout: 0, failed: 0, unexpected: 0 }
  await show(admin, { ...none, orders_by_look })
  screen.getByText('No pending items.')
})

test('a failed request shows an error instead of an empty list', async () => {
  await show(admin, undefined, true)
  screen.getByText(/^Failed to load the pending items/)
})
