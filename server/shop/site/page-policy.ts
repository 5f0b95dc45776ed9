import { createHash } from 'node:crypto'
import { captchaTrialPage } from '#contract/platform/captcha-names.ts'
import { readFilmAddress } from '#contract/platform/film.ts'
import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import { allSources } from '#server/adapters/captcha/hosted.ts'
import { landingTexts } from '#server/platform/texts/texts.ts'
import type { Shop } from '#server/shop/shop.ts'

/** Allows inline scripts by hash. Stripe's hosts are those of its security guide for Stripe.js. */
export function pagePolicy(
  shop: Shop,
  sandboxUrl: string | null,
  html: string,
  path = '/',
): string {
  const { config, card } = shop
  const captcha = { sources: captchaSources(shop, path) }
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )
  const stripe = card && !sandboxUrl ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  const outside = [...stripe, ...(sandboxUrl ? [sandboxUrl] : [])]
  const connect = [config.apiUrl, stripe.length > 0 && 'https://api.stripe.com', sandboxUrl]
  const film = readFilmAddress(landingTexts(shop).film_address)
  const frames = [
    ...outside,
    ...(outside.length > 0 ? ['https://hooks.stripe.com'] : []),
    ...captcha.sources.frame,
    ...(film?.kind === 'frame' ? [film.origin] : []),
  ]
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...outside, ...captcha.sources.script, ...new Set(hashes)],
    'style-src': ["'self'", ...captcha.sources.style],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(config.apiUrl ? [config.apiUrl] : [])],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...connect.filter((source) => typeof source === 'string'),
      ...captcha.sources.connect,
    ],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    ...(film?.kind === 'file' && film.origin && { 'media-src': ["'self'", film.origin] }),
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

/** The page that tests a captcha before its keys are saved gets the sources of all. */
function captchaSources({ captcha }: Shop, path: string): Captcha['sources'] {
  if (path !== captchaTrialPage) return captcha.sources
  const of = (kind: keyof Captcha['sources']) => [
    ...new Set([captcha.sources, ...allSources].flatMap((sources) => sources[kind])),
  ]
  return { script: of('script'), frame: of('frame'), connect: of('connect'), style: of('style') }
}
