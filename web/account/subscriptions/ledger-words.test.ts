import { expect, test } from 'vitest'
import { timeCauses } from '#contract/access/subscriptions.ts'
import { ledgerSentence } from './ledger-words.ts'

test('every entry of the ledger is a sentence with an unsigned time', () => {
  for (const cause of timeCauses) {
    const said = ledgerSentence({ cause, seconds: -11_520, lifetime: false, about: null })
    expect(said).toMatch(/^[A-Z][^.]*\.$/)
    expect(said).toContain('3 hours 12 minutes')
  }
})

test('an entry names the plan that was bought, or why time was added', () => {
  const entry = { seconds: 7_776_000, lifetime: false }
  expect(ledgerSentence({ ...entry, cause: 'purchase', about: '3m' })).toBe('You bought 3 months.')
  expect(ledgerSentence({ ...entry, cause: 'credit', about: 'The outage' })).toBe(
    'We added 90 days: The outage.',
  )
  expect(ledgerSentence({ cause: 'grant', seconds: 1, lifetime: true, about: null })).toBe(
    'Our team gave you a lifetime.',
  )
  const lifetime = { seconds: 1, lifetime: true }
  expect(ledgerSentence({ ...lifetime, cause: 'purchase', about: 'lifetime' })).toBe(
    'You bought a lifetime.',
  )
  expect(ledgerSentence({ ...lifetime, cause: 'refund', about: null })).toBe(
    'We refunded a payment and revoked a lifetime.',
  )
})

test('deducted grace time is written in days if it is whole days', () => {
  const entry = { cause: 'grace_back', lifetime: false, about: null } as const
  const say = (seconds: number) => ledgerSentence({ ...entry, seconds })
  expect(say(-3 * 86_400)).toBe('3 grace days were deducted.')
  expect(say(-86_400)).toBe('1 grace day was deducted.')
  expect(say(-5_400)).toBe('We deducted 1 hour 30 minutes of your grace period.')
})
