import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import { challengeSeconds } from '#contract/platform/captcha.ts'
import { commonRefusals, type DeclaredRefusal } from '#contract/wire/refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { sharedSecret } from '#server/kernel/secrets/secrets.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Captcha } from './captcha.ts'

const { captcha_expired, captcha_unsolved } = commonRefusals

/** PBKDF2 rounds per attempt: enough to make the browser's overhead per attempt negligible. */
const rounds = 5_000

// The solution as ALTCHA's widget puts it, in base64, into its form field.
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** `work` is the average number of attempts for a solution; 500 take a phone about a second. */
export async function altchaCaptcha(db: Database, { work }: { work: number }): Promise<Captcha> {
  const secret = (await sharedSecret(db, 'captcha')).toString('hex')
  const keys = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}.key` }
  return {
    page: { kind: 'altcha' },
    sources: { script: [], frame: [], connect: [], style: [] },
    async challenge() {
      const { parameters, signature } = await createChallenge({
        ...keys,
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(Math.ceil(work * 1.5), Math.ceil(work / 2)),
        deriveKey,
        // The widget compares it with the visitor's clock, which test mode does not move.
        expiresAt: new Date(clock.machine() + challengeSeconds * 1000),
      })
      return { parameters, signature }
    },
    async check(token) {
      const read = payload.safeParse(decode(token))
      if (!read.success) throw refusal(captcha_unsolved)
      const { challenge, solution } = read.data
      if (challenge.parameters.expiresAt * 1000 < clock.machine()) throw refusal(captcha_expired)
      const result = await verifySolution({ ...keys, challenge, solution, deriveKey })
      if (result.expired) throw refusal(captcha_expired)
      if (!result.verified) throw refusal(captcha_unsolved)
      if (!(await spend(db, challenge.parameters))) throw refusal(captcha_expired)
    },
  }
}

function refusal(declared: DeclaredRefusal) {
  return new Refusal(declared, { loc: ['body', 'token'] })
}

function decode(token: string): unknown {
  try {
    return JSON.parse(atob(token))
  } catch {
    return undefined
  }
}

/** Returns false if the challenge was used before. Of several concurrent calls, one succeeds. */
async function spend(db: Database, { nonce }: { nonce: string }) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_captchas')
    .values({ nonce, expires_at: new Date(clock.now() + challengeSeconds * 1000) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
