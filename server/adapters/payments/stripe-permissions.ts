import type Stripe from 'stripe'
import { ProviderForbidden, ProviderRefused } from './payments.ts'
import { asked, permissionDenied } from './stripe-failures.ts'

type Access = 'Read' | 'Write'
type Permission = `${string} (${Access})`

/** The calls change nothing: Stripe checks the key first, and no object has this id. */
const permissions: Record<Permission, (stripe: Stripe, id: string) => Promise<unknown>> = {
  'Checkout Sessions (Write)': (stripe, id) => stripe.checkout.sessions.expire(`cs_${id}`),
  'PaymentIntents (Write)': (stripe, id) => stripe.paymentIntents.cancel(`pi_${id}`),
  'SetupIntents (Write)': (stripe, id) => stripe.setupIntents.cancel(`seti_${id}`),
  'PaymentMethods (Write)': (stripe, id) => stripe.paymentMethods.detach(`pm_${id}`),
  'Customers (Write)': (stripe, id) => stripe.customers.update(`cus_${id}`, {}),
  'Charges (Read)': (stripe, id) => stripe.charges.retrieve(`ch_${id}`),
  'Refunds (Write)': (stripe, id) => stripe.refunds.cancel(`re_${id}`),
  'Disputes (Write)': (stripe, id) => stripe.disputes.update(`du_${id}`, {}),
  // An upload cannot be tested without a file. Files of a dispute response need Write.
  'Files (Write)': (stripe, id) => stripe.files.retrieve(`file_${id}`),
  'Radar early fraud warnings (Read)': (stripe) =>
    stripe.radar.earlyFraudWarnings.list({ limit: 1 }),
  'Events (Read)': (stripe) => stripe.events.list({ limit: 1 }),
  'Webhook endpoints (Write)': (stripe) => stripe.webhookEndpoints.list({ limit: 1 }),
}

export const neededPermissions = Object.keys(permissions)

/** As far as calls without side effects can tell. */
export async function listMissingPermissions(stripe: Stripe): Promise<string[]> {
  const tried = await Promise.all(
    Object.entries(permissions).map(async ([name, call]) => {
      const allowed = await isAllowed(() => call(stripe, 'permission_check'))
      return allowed ? [] : [name]
    }),
  )
  return tried.flat()
}

async function isAllowed(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await asked(call)
    return true
  } catch (error) {
    if (error instanceof ProviderRefused) return true
    if (permissionDenied(error)) return false
    throw error
  }
}

/** An unrestricted key has all permissions. */
export const isRestricted = (secretKey: string) => secretKey.startsWith('rk_')

export async function requirePermissions(stripe: Stripe) {
  const missing = await listMissingPermissions(stripe)
  if (missing.length > 0) throw new ProviderForbidden(`Stripe: ${sayMissing(missing)}`)
}

export const sayMissing = (missing: readonly string[]) =>
  `The restricted API key lacks ${missing.length === 1 ? 'the permission' : 'the permissions'} ${missing.join(', ')}. Edit the key at Stripe under Developers → API keys.`
