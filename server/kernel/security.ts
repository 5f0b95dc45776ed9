import { createHash } from 'node:crypto'
import type { Shop } from './shop.ts'

/**
 * The Content-Security-Policy of a finished page: its own inline scripts by their hashes, the
 * store's files, and the card provider where there is one. Stripe's hosts are those that its
 * security guide lists for Stripe.js.
 */
export function pagePolicy(
  { config, card }: Shop,
  sandboxUrl: string | null,
  html: string,
): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  const stripe = card && !sandboxUrl ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  const outside = [...stripe, ...(sandboxUrl ? [sandboxUrl] : [])]
  const connect = [config.apiUrl, stripe.length > 0 && 'https://api.stripe.com', sandboxUrl]
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...outside, ...new Set(hashes)],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(config.apiUrl ? [config.apiUrl] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect.filter((source) => typeof source === 'string')],
    'frame-src': outside.length > 0 ? [...outside, 'https://hooks.stripe.com'] : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
