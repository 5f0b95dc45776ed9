import Stripe from 'stripe'
import { testSecrets } from '../test-shop.ts'

/** Stripe's own client of a sandbox; what fails is not asked again. */
export function testStripe({ url }: { url: string }) {
  const { hostname, port } = new URL(url)
  return new Stripe(testSecrets.stripeKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 1000,
  })
}
