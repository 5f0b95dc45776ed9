import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance } from 'fastify'

/** Solves the challenge like the page's widget, and returns the value for `token`. */
export async function solveCaptcha(app: FastifyInstance): Promise<string> {
  const response = await app.inject({ url: '/api/captcha/challenge' })
  if (response.statusCode !== 200) throw new Error(`No captcha challenge: ${response.body}`)
  return captchaToken(response.json())
}

export async function captchaToken({ parameters, signature }: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge: { parameters }, deriveKey })
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}
