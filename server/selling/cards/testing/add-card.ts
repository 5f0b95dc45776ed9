import { cards } from '#contract/selling/cards.ts'
import { askStripe } from '#sandbox/test-stripe-js.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'

/** Confirms a card as the provider's script does on a page. */
export async function confirmCard(
  { sandboxUrl }: Pick<Counter, 'sandboxUrl'>,
  clientSecret: string,
  number = '4242424242424242',
  expiry = { expMonth: 12, expYear: 2040 },
) {
  const card = { number, ...expiry, country: 'US' }
  const typed = await askStripe(sandboxUrl, 'payment_methods', card)
  const asked = { client_secret: clientSecret, payment_method: typed.body.id }
  return (await askStripe(sandboxUrl, 'confirm', asked)).body
}

export async function addCard(
  counter: Pick<Counter, 'sandboxUrl' | 'call'>,
  cookie: string,
  number?: string,
  more: { make_default?: boolean; expMonth?: number; expYear?: number } = {},
) {
  const { make_default, expMonth = 12, expYear = 2040 } = more
  const begun = await counter.call(cards.begin, {}, { cookie })
  await confirmCard(counter, begun.body.client_secret, number, { expMonth, expYear })
  const body = { setup_id: begun.body.setup_id, ...(make_default && { make_default }) }
  return (await counter.call(cards.add, { body }, { cookie })).body
}
