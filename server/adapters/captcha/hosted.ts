import { captchaAction } from '#contract/captcha.ts'
import { commonRefusals, type DeclaredRefusal } from '#contract/refusals.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Captcha } from './captcha.ts'
import { siteVerify, type Verdict } from './site-verify.ts'

const { captcha_expired, captcha_unsolved } = commonRefusals

export type HostedKind = 'recaptcha' | 'hcaptcha' | 'turnstile'

type Hosted = {
  verifyUrl: string
  sources: Captcha['sources']
  /** Longer than any token of this provider: not worth a call. */
  maxToken?: number
  sendsSiteKey?: boolean
  /** What else a verdict must say, beside that the token is good. */
  accepts(verdict: Verdict, expected: { hostname: string; minScore: number }): boolean
}

const turnstile = ['https://challenges.cloudflare.com']
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const recaptcha = 'https://www.google.com/recaptcha/'

// The sources are those that each provider lists for a Content-Security-Policy.
const providers: Record<HostedKind, Hosted> = {
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    sources: {
      script: [recaptcha, 'https://www.gstatic.com/recaptcha/'],
      frame: [recaptcha, 'https://recaptcha.google.com/recaptcha/'],
      connect: [recaptcha],
      style: [],
    },
    accepts: ({ hostname, action, score }, expected) =>
      hostname === expected.hostname &&
      action === captchaAction &&
      score !== undefined &&
      score >= expected.minScore,
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    sources: { script: hcaptcha, frame: hcaptcha, connect: hcaptcha, style: hcaptcha },
    sendsSiteKey: true,
    // Browsers may keep the host to themselves; the key that the token is for says enough then.
    accepts: ({ hostname }, expected) =>
      hostname === expected.hostname || hostname === 'not-provided',
  },
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: { script: turnstile, frame: turnstile, connect: [], style: [] },
    maxToken: 2048,
    accepts: ({ hostname, action }, expected) =>
      hostname === expected.hostname && action === captchaAction,
  },
}

/** What a page needs where a challenge of any of them may be tried. */
export const allSources = Object.values(providers).map(({ sources }) => sources)

type Options = {
  kind: HostedKind
  siteKey: string
  secretKey: string
  /** From 0 to 1: reCAPTCHA's guess that a person is there must be at least this. */
  minScore: number
  siteUrl: string
  verifyUrl?: string
  timeoutMs?: number
}

/**
 * reCAPTCHA v3, hCaptcha or Turnstile. A token is single use because the provider remembers it. The
 * keys that providers publish for tests let everybody in and are refused for their host name.
 */
export function hostedCaptcha({
  kind,
  siteKey,
  secretKey,
  minScore,
  ...options
}: Options): Captcha {
  const provider = providers[kind]
  const expected = { hostname: new URL(options.siteUrl).hostname, minScore }
  const { verifyUrl = provider.verifyUrl, timeoutMs = 5000 } = options
  return {
    page: { kind, siteKey },
    sources: provider.sources,
    challenge: async () => null,
    async check(token, address) {
      if (token.length > (provider.maxToken ?? Number.POSITIVE_INFINITY))
        throw refusal(captcha_unsolved)
      const form = { secret: secretKey, response: token, remoteip: address }
      const verdict = await siteVerify(
        verifyUrl,
        provider.sendsSiteKey ? { ...form, sitekey: siteKey } : form,
        timeoutMs,
      )
      if (verdict.outcome === 'expired') throw refusal(captcha_expired)
      if (verdict.outcome !== 'good' || !provider.accepts(verdict, expected)) {
        throw refusal(captcha_unsolved)
      }
    },
  }
}

function refusal(declared: DeclaredRefusal) {
  return new Refusal(declared, { loc: ['body', 'token'] })
}
