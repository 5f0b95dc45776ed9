import { expect, test } from 'vitest'
import { fillIn } from '#contract/wire/placeholders.ts'
import { unfilledProblem, valuesFor } from './fill-reply.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const subscription = (product_name: string, days: number, lifetime = false) => ({
  ...{ id: 1, uid: 2, game_id: 3, product_name, lifetime },
  ...{ created_at: '2026-11-01T12:00:00Z', term_length: days * 86_400 },
  ...{ stands_still_since: null, held: false, paused: null, renewal: null },
})
const facts = {
  ticket: { extras: { username: 'mara' }, order_id: '0b7f1c52-0000-4000-8000-000000000000' },
  subscriptions: [subscription('Breachline', 60), subscription('Tonnage', 7)],
  ...{ agent: 'anna', shop: 'Loadout', now, timeZone: 'Europe/Berlin' },
}

test('placeholders are replaced by facts of the ticket', () => {
  const text = '{username}: {product} until {ends}, order {order}. {agent}, {shop}'
  expect(fillIn(text, valuesFor(facts))).toBe(
    'mara: Breachline until Dec 31, 2026, order 0b7f1c52. anna, Loadout',
  )
})

test('a placeholder without a value stays and has to be replaced', () => {
  const several = [subscription('Breachline', 60), subscription('Tonnage', 90)]
  const values = valuesFor({ ...facts, subscriptions: several })
  const text = fillIn('{product} ends {ends}, {ends}', values)
  expect(text).toBe('{product} ends {ends}, {ends}')
  expect(unfilledProblem(text, ['product', 'ends'])).toMatch(
    /^Replace .*\{product\}.* and .*\{ends\}.* before you send/,
  )
  const lifetime = valuesFor({ ...facts, subscriptions: [subscription('Tonnage', 1, true)] })
  expect(fillIn('{product} {ends}', lifetime)).toBe('Tonnage {ends}')
})

test('frozen time counts as running and has no date of expiry', () => {
  const frozen = { ...subscription('Breachline', 7), stands_still_since: '2026-11-05T12:00:00Z' }
  const values = valuesFor({ ...facts, subscriptions: [frozen] })
  expect(fillIn('{product} {ends}', values)).toBe('Breachline {ends}')
})

test('text in braces that no canned reply inserted can be sent', () => {
  expect(unfilledProblem('Put {username} into {"width": 0}', [])).toBeUndefined()
})
