import { renewals } from '#contract/selling/renewals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { sharedSecret } from '#server/kernel/secrets/secrets.ts'
import { isSignature, signText } from '#server/kernel/secrets/signatures.ts'
import { living } from '#server/platform/users/living.ts'

const length = 24

const textOf = (id: number) => `stop renewal ${id}`

/** The link stops the renewal without a sign-in, as long as the renewal exists. */
export async function stopLink(db: Database, siteUrl: string, id: number) {
  const key = await sharedSecret(db, 'renewals')
  return `${siteUrl}/stop-renewal?token=${id}.${signText(key, textOf(id), length)}`
}

/** Throws 400 if the signature is invalid. */
export async function readStopLink(db: Database, token: string) {
  const [id = '', signature = ''] = token.split('.')
  const key = await sharedSecret(db, 'renewals')
  const genuine =
    /^[1-9]\d{0,15}$/.test(id) && isSignature(signature, key, textOf(Number(id)), length)
  const found = genuine
    ? await db
        .selectFrom('renewals')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['renewals.id', 'user_id as userId'])
        .where('renewals.id', '=', Number(id))
        .where(living)
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal(renewals.readLink.refusals.incomplete_link)
  return found
}
