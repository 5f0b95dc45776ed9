import Stripe from 'stripe'
import { testSecrets } from '../test-shop.ts'

/** Stripe's official client, connected to a sandbox. It does not retry failed requests. */
export function testStripe(
  { url }: { url: string },
  { key = testSecrets.stripeKey as string, timeout = 60_000 } = {},
) {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout,
  })
}
