import { randomUUID } from 'node:crypto'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { CardCharge } from '#server/adapters/payments/saved-cards.ts'

/** The behaviour of the provider at the next charges, and of the process that calls it. */
export type Mood =
  | 'succeeds'
  | 'insufficient_funds'
  | 'lost_card'
  | 'authentication'
  | 'down'
  /** The provider processes the call, and the answer is lost. */
  | 'answer lost'
  | 'killed before'
  | 'killed after'

type Intent = { id: string; orderId: string; cents: number; paid: boolean; canceled: boolean }

const killed = () => new Error('The process was killed')

/**
 * A key returns the same answer, or an error for other parameters. An intent takes money once.
 * `during` runs while a card is being charged.
 */
export function fakeCards() {
  const intents: Intent[] = []
  const answers = new Map<string, CardCharge>()
  const asked = new Map<string, string>()
  const fake = { mood: 'succeeds' as Mood, during: async () => {} }

  const succeeded = (intent: Intent): CardCharge => ({
    status: 'succeeded',
    paymentIntentId: intent.id,
    amountCents: intent.cents,
    card: { brand: 'visa', last4: '4242', country: 'US', fingerprint: 'visa-4242' },
  })

  const declined = (id: string, declineCode: string, hard: boolean): CardCharge => ({
    status: 'declined',
    paymentIntentId: id,
    code: 'card_declined',
    declineCode,
    adviceCode: hard ? 'do_not_try_again' : 'try_again_later',
    message: 'Your card was declined.',
  })

  function attempt(intent: Intent): CardCharge {
    if (intent.paid) return succeeded(intent)
    if (intent.canceled) return { status: 'canceled', paymentIntentId: intent.id }
    if (fake.mood === 'insufficient_funds') return declined(intent.id, fake.mood, false)
    if (fake.mood === 'lost_card') return declined(intent.id, fake.mood, true)
    if (fake.mood === 'authentication')
      return {
        status: 'needs_action',
        paymentIntentId: intent.id,
        clientSecret: 'secret',
        cardId: null,
      }
    intent.paid = true
    return succeeded(intent)
  }

  async function charge(key: string, intent: () => Intent): Promise<CardCharge> {
    if (fake.mood === 'killed before') throw killed()
    if (fake.mood === 'down') throw new ProviderDown('Down')
    await fake.during()
    const answer = answers.get(key) ?? attempt(intent())
    answers.set(key, answer)
    if (fake.mood === 'killed after') throw killed()
    return fake.mood === 'answer lost' ? { status: 'unknown' } : answer
  }

  const read = (id: string): CardCharge => {
    const intent = intents.find((each) => each.id === id)!
    if (intent.paid) return succeeded(intent)
    if (intent.canceled) return { status: 'canceled', paymentIntentId: id }
    return declined(id, 'insufficient_funds', false)
  }

  const card = {
    chargeSavedCard: async ({ orderId, amountCents, description, idempotencyKey }) => {
      const before = asked.get(idempotencyKey) ?? description
      if (before !== description)
        throw new ProviderRefused('The key was used with other parameters')
      asked.set(idempotencyKey, description)
      return charge(idempotencyKey, () => {
        const intent = {
          id: `pi_${randomUUID()}`,
          ...{ orderId, cents: amountCents, paid: false, canceled: false },
        }
        intents.push(intent)
        return intent
      })
    },
    retryCharge: ({ paymentIntentId, idempotencyKey }) =>
      charge(idempotencyKey, () => intents.find(({ id }) => id === paymentIntentId)!),
    readCharge: async (id) => read(id),
    findCharge: async ({ orderId }) => {
      const own = intents.filter((each) => each.orderId === orderId)
      const found = own.find(({ paid }) => paid) ?? own[0]
      return found ? read(found.id) : null
    },
    cancelCharge: async (id) => {
      const intent = intents.find((each) => each.id === id)!
      if (!intent.paid) intent.canceled = true
      return read(id)
    },
  } satisfies Partial<CardProvider> as unknown as CardProvider

  return {
    card,
    fake,
    /** The successful payments of these orders. */
    paid: (orders: readonly string[]) =>
      intents.filter(({ paid, orderId }) => paid && orders.includes(orderId)),
  }
}
