import type { Shop } from '#server/shop/shop.ts'
import { cardsBy } from './adapters.ts'
import { noteHeard, readTrial } from './trials.ts'

/**
 * Whether this is the event that keys of Stripe are being tried with, signed with the secret that is
 * tried. One with another signature is noted: it tells why the test fails.
 */
export async function hearTrial(
  { db, config, services }: Pick<Shop, 'db' | 'config' | 'services'>,
  body: Buffer,
  signature: string,
): Promise<boolean> {
  const about = triedWith(body)
  // Nothing is asked of the database for what cannot be it: anybody can send a webhook.
  if (about === null) return false
  const trial = await readTrial(db, services.ring, 'stripe')
  if (trial?.expects !== about) return false
  const signed = cardsBy(trial.keys, config).verifyWebhook(body, signature) !== null
  await noteHeard(db, trial.id, signed)
  return signed
}

function triedWith(body: Buffer): string | null {
  const { type, data } = JSON.parse(body.toString('utf8')) ?? {}
  const id = type === 'setup_intent.canceled' && data?.object?.id
  return typeof id === 'string' ? id : null
}
