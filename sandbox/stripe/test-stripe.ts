import Stripe from 'stripe'
import { testSecrets } from '../test-shop.ts'

/** Stripe's own client of a sandbox; what fails is not asked again. */
export function testStripe(
  { url }: { url: string },
  { key = testSecrets.stripeKey as string, timeout = 1000 } = {},
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
