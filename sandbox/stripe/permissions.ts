import { invalidRequest } from './errors.ts'

/** The resource names in Stripe's error messages, by path. The longest matching path applies. */
const nouns: Record<string, string> = {
  '/charges': 'charge',
  '/checkout/sessions': 'checkout_session',
  '/customers': 'customer',
  '/customers/:id/payment_methods': 'payment_method',
  '/disputes': 'dispute',
  '/events': 'event',
  '/files': 'file',
  '/payment_intents': 'payment_intent',
  '/payment_method_domains': 'payment_method_domain',
  '/payment_methods': 'payment_method',
  '/radar/early_fraud_warnings': 'early_fraud_warning',
  '/refunds': 'refund',
  '/setup_intents': 'setup_intent',
  '/webhook_endpoints': 'webhook',
}

export function permissionOf(method: string, path: string): string {
  const [, noun] = Object.entries(nouns)
    .filter(([start]) => path.startsWith(start))
    .sort(([a], [b]) => b.length - a.length)[0]!
  return `${noun}_${method === 'GET' ? 'read' : 'write'}`
}

/**
 * Expanded objects require additional permissions: https://docs.stripe.com/keys/restricted-api-keys
 */
export const permissionsOfExpanded = (paths: readonly string[]) =>
  paths.some((path) => path.includes('latest_charge')) ? ['charge_read'] : []

/** Checks a restricted key of the account. Write permission includes read permission. */
export function requirePermission(missing: readonly string[], key: string, needed: string) {
  if (!missing.includes(needed) && !missing.includes(needed.replace(/_write$/, '_read'))) return
  throw invalidRequest(
    `The provided key '${key.slice(0, 8)}****${key.slice(-4)}' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the 'rak_${needed}' permission would allow this request to continue.`,
    { code: 'more_permissions_required' },
    403,
  )
}
