import { expect, test } from 'vitest'
import type { Me } from '#contract/platform/sessions.ts'
import type { StaffPayout } from '#contract/selling/staff-payouts.ts'
import { markupOf } from '../../testing/markup.tsx'
import { PayoutsCard } from './payouts-card.tsx'

const me = { uid: 1, admin: true, support: false } as Me
const payout = {
  ...{ id: 'b7e2', kind: 'short', status: 'approved', amount: 14.99, coins: 120.95 },
  ...{ currency: 'doge', network: 'doge', address: null, by: 'ada', by_server: false },
  ...{ created_at: '2026-03-03T00:00:00Z', server_note: null, transaction_id: null },
} as unknown as StaffPayout

const shown = (...rows: StaffPayout[]) => ({ rows, page: 0, total: rows.length })
const said = (claim: StaffPayout['claim']) =>
  markupOf(<PayoutsCard order="b7e2" payouts={shown({ ...payout, claim })} rest={null} me={me} />)

test('other staff see who claimed a payout and can only take it over', () => {
  const at = '2026-03-03T10:00:00Z'
  expect(said(null)).toMatch(/>Claim Payout<.*>Withdraw</)
  expect(said({ uid: 1, name: 'ada', at })).toMatch(/>Mark as Sent<.*>Release Unsent<.*>Withdraw</)
  const others = said({ uid: 2, name: 'bea', at })
  expect(others).toContain('bea claimed this payout')
  expect(others).toContain('>Take Over<')
  expect(others).not.toMatch(/>Withdraw<|>Mark as Sent<|>Claim Payout</)
})

test('a failed payment shows the received amount next to the button that offers a refund', () => {
  const rest = { kind: 'short' as const, amount: 14.99, unconfirmed: true, rates_differ: false }
  const text = markupOf(<PayoutsCard order="b7e2" payouts={shown()} rest={rest} me={me} />)
  expect(text).toMatch(
    /\$14\.99<\/strong> was received for a payment that failed\..*>Offer refund</,
  )
})
