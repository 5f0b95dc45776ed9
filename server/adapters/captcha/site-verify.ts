import * as z from 'zod'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { whyUnreached } from '#server/kernel/network/unreached.ts'

export type Verdict = {
  outcome: 'good' | 'bad' | 'expired'
  hostname?: string | undefined
  action?: string | undefined
  /** From 0 (a program) to 1 (a person). */
  score?: number | undefined
}

// The protocol that reCAPTCHA introduced and the others adopted, each with some codes of its own.
const answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
})

const spent = new Set([
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
])
const wrong = new Set(['missing-input-response', 'invalid-input-response'])

/** Without a verdict, throws a Refusal with 503 and the reason as its cause. */
export async function siteVerify(
  url: string,
  form: Record<string, string>,
  timeoutMs: number,
): Promise<Verdict> {
  const read = answer.safeParse(await ask(url, form, timeoutMs).catch(unchecked))
  if (!read.success) return unchecked(read.error)
  const { success, 'error-codes': codes, ...rest } = read.data
  if (success) return { outcome: 'good', ...rest }
  if (codes.some((code) => spent.has(code))) return { outcome: 'expired' }
  if (codes.some((code) => wrong.has(code))) return { outcome: 'bad' }
  return unchecked(
    new Error(`The captcha provider returned an error: ${codes.join(', ') || 'no reason'}`),
  )
}

async function ask(url: string, form: Record<string, string>, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    throw new Error(`The captcha provider cannot be reached: ${whyUnreached(error)}`, {
      cause: error,
    })
  })
  if (response.status >= 500)
    throw new Error(`The captcha provider returned status ${response.status}`)
  // A rejection may be a 400 with a reason.
  return response.json()
}

function unchecked(cause: unknown): never {
  throw new Refusal(commonRefusals.captcha_unavailable, { cause })
}
