import type { WebhookEvent } from '#server/adapters/payments/payments.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import { btcpayBy, cardsBy } from './adapters.ts'
import type { Means } from './set.ts'
import { noteHeard, readTrial } from './trials.ts'

/** Services whose keys are stored only after an event signed with them has arrived. */
export type Telling = 'stripe' | 'btcpay'

type Told = {
  type?: unknown
  data?: { object?: { id?: unknown } }
  metadata?: { shopTrial?: unknown }
}

/** Returns the object that identifies the event which the provider was made to send. */
const triedWith: Record<Telling, (told: Told) => unknown> = {
  stripe: ({ type, data }) => type === 'setup_intent.canceled' && data?.object?.id,
  btcpay: ({ type, metadata }) => type === 'InvoiceCreated' && metadata?.shopTrial,
}

type Verifier = { verifyWebhook(body: Buffer, signature: string): WebhookEvent | null }

const verifierBy: {
  [Name in Telling]: (keys: KeysOf<Name>, config: Means['config']) => Verifier
} = { stripe: cardsBy, btcpay: btcpayBy }

type Heard = {
  told: Told
  body: Buffer
  signature: string
}

/** Events with another signature are recorded, because they explain why the test fails. */
export async function hearTrial<Name extends Telling>(
  { db, config, services }: Means,
  name: Name,
  { told, body, signature }: Heard,
): Promise<WebhookEvent | null> {
  const about = triedWith[name](told)
  // Anyone can send a webhook, so other events cost no database query.
  if (typeof about !== 'string') return null
  const trial = await readTrial(db, services.ring, name)
  if (trial?.expects !== about) return null
  const event = verifierBy[name](trial.keys, config).verifyWebhook(body, signature)
  await noteHeard(db, trial.id, event !== null)
  return event && { ...event, foreign: false, proof: true }
}
