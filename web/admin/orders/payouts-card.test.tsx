import { expect, test } from 'vitest'
import type { Me } from '#contract/sessions.ts'
import type { StaffPayout } from '#contract/staff-payouts.ts'
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

test('who has a payout in hand is named to the others, who take it over and nothing else', () => {
  const at = '2026-03-03T10:00:00Z'
  expect(said(null)).toMatch(/>I send it<.*>Withdraw</)
  expect(said({ uid: 1, name: 'ada', at })).toMatch(
    />I have sent it<.*>Give it back unsent<.*>Withdraw</,
  )
  const others = said({ uid: 2, name: 'bea', at })
  expect(others).toContain('bea sends it, and nobody else does meanwhile')
  expect(others).toContain('>Take it over<')
  expect(others).not.toMatch(/>Withdraw<|>I have sent it<|>I send it</)
})

test('of a payment that failed it is said how much was seen, beside the way to offer it back', () => {
  const rest = { kind: 'short' as const, amount: 14.99, unconfirmed: true, rates_differ: false }
  const text = markupOf(<PayoutsCard order="b7e2" payouts={shown()} rest={rest} me={me} />)
  expect(text).toMatch(/\$14\.99<\/strong> was seen of a payment that failed\..*>Offer back</)
})
