import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { PublicConfig } from '../config.ts'

type StripeConfig = NonNullable<PublicConfig['stripe']>

let loading: Promise<Stripe | null> | undefined

/** Loads Stripe.js from the configured URL once, and again after a failure. */
export function getStripe({ scriptUrl, publishableKey }: StripeConfig): Promise<Stripe | null> {
  loading ??= insertScript(scriptUrl)
    .then(() => loadStripe(publishableKey))
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/**
 * `loadStripe` uses a Stripe.js that is already loaded, so the URL can also be that of the sandbox.
 */
function insertScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} could not be loaded`))
    }
    document.head.append(script)
  })
}
