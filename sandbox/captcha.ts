import type { FastifyInstance } from 'fastify'
import { captchaAction } from '#contract/platform/captcha.ts'
import { parseForm } from './stripe/form.ts'

/** The accepted secret, and the prefix of valid tokens. */
export const captchaSecret = 'sandbox-captcha-secret'
export const solvedCaptcha = 'solved-'

/**
 * Verifies tokens with the call that reCAPTCHA, hCaptcha and Turnstile share. Each token is valid
 * once. There is no page with challenges: testers make up a token.
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
