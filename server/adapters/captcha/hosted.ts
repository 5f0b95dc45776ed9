import { captchaAction } from '#contract/platform/captcha.ts'
import { commonRefusals, type DeclaredRefusal } from '#contract/wire/refusals.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Captcha } from './captcha.ts'
import { siteVerify, type Verdict } from './site-verify.ts'

const { captcha_expired, captcha_unsolved } = commonRefusals

export type HostedKind = 'recaptcha' | 'hcaptcha' | 'turnstile'

type Hosted = {
  verifyUrl: string
  sources: Captcha['sources']
  /** Maximum length of this provider's tokens. A longer one is rejected without a call. */
  maxToken?: number
  sendsSiteKey?: boolean
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
    // Browsers may withhold the host. Then the site key that the token belongs to is sufficient.
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

export const allSources = Object.values(providers).map(({ sources }) => sources)

type Options = {
  kind: HostedKind
  siteKey: string
  secretKey: string
  /** From 0 to 1: the minimum score of reCAPTCHA, its estimate that the visitor is a person. */
  minScore: number
  siteUrl: string
  verifyUrl?: string
  timeoutMs?: number
}

/** A token works once. Public test keys accept everyone, but fail by their host name. */
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
