import { createHmac } from 'node:crypto'
import { unixNow } from '../ids.ts'

/**
 * The `Stripe-Signature` header: HMAC-SHA256 over the time in seconds, a dot and the body. `own` is
 * the secret of an endpoint.
 */
export function signStripe(secret: string) {
  return (body: string, good: boolean, own = secret): Record<string, string> => {
    const at = unixNow()
    const key = good ? own : `${own}-forged`
    const v1 = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${at},v1=${v1}`, 'user-agent': 'Stripe/1.0 (sandbox)' }
  }
}
