import type { FastifyInstance } from 'fastify'
import { captchaAction } from '#contract/captcha.ts'
import { parseForm } from './stripe/form.ts'

/** What the stand-in takes for a secret, and how tokens begin that it has given out. */
export const captchaSecret = 'sandbox-captcha-secret'
export const solvedCaptcha = 'solved-'

/**
 * Judges tokens as reCAPTCHA, hCaptcha and Turnstile do, whose call is the same. Each counts once. No
 * page shows its challenges: whoever tries it makes up a token.
 */
export function captchaApi(siteUrl: string) {
  const spent = new Set<unknown>()
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(String(body))),
    )
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] })
    app.post('/siteverify', ({ body }) => {
      const { secret, response } = body as Record<string, unknown>
      if (secret !== captchaSecret) return refuse('invalid-input-secret')
      if (!String(response).startsWith(solvedCaptcha)) return refuse('invalid-input-response')
      if (spent.has(response)) return refuse('timeout-or-duplicate')
      if (spent.size > 1000) spent.clear()
      spent.add(response)
      const { hostname } = new URL(siteUrl)
      return { success: true, hostname, action: captchaAction, score: 0.9 }
    })
  }
}
