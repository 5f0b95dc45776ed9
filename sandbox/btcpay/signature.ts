import { createHmac } from 'node:crypto'

/**
 * The `BTCPay-Sig` header: HMAC-SHA256 over the body. `own` is the secret of the receiving webhook.
 */
export function signBtcpay(secret: string) {
  return (body: string, good: boolean, own = secret): Record<string, string> => {
    const key = good ? own : `${own}-forged`
    return { 'btcpay-sig': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` }
  }
}
