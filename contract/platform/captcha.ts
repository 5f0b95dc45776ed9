import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { commonRefusals, refusals } from '#contract/wire/refusals.ts'

/**
 * The action that the widget reports, for providers that sign it. The server expects the same
 * value.
 */
export const captchaAction = 'account'

/** How long a challenge of the built-in captcha can be answered, in seconds. */
export const challengeSeconds = 600

const unsolved = commonRefusals.captcha_unsolved.sentence
const token = z
  .string({ error: unsolved })
  .min(1, unsolved)
  .max(8192)
  .meta({ description: 'Response token of the captcha widget' })

function tokenOf(body: { token?: unknown; recaptcha?: unknown }) {
  return body.token ?? body.recaptcha
}

/** A request body with a captcha token, which clients can send under either of two names. */
export function withCaptcha<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .object({
      ...fields,
      token: token.optional(),
      recaptcha: token.optional().meta({ description: 'Alias of `token`' }),
    })
    .refine((body) => tokenOf(body) !== undefined, { error: unsolved, path: ['token'] })
}

export const captcha = {
  challenge: endpoint({
    method: 'GET',
    path: '/captcha/challenge',
    who: 'anyone',
    summary: 'Get a proof-of-work challenge',
    description:
      'For the ALTCHA widget. The browser solves it; it can be used once, within ten minutes. Not available if the store uses another captcha.',
    limit: { max: 120, seconds: 300, by: 'address' },
    duringMaintenance: true,
    beforeOpening: true,
    result: z.record(z.string(), z.unknown()),
    refusals: refusals({ another_captcha: [404, 'This store uses a different captcha'] }),
  }),
}
