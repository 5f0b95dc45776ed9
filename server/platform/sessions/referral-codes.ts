import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { active } from '#server/platform/users/living.ts'

/**
 * Returns the owner of a code, or undefined if there is none or its uses are exhausted. Serialises
 * sign-ups with a code, so that its limit holds. A `maxUses` of 0 means no limit.
 */
export async function takeReferralCode(
  tx: Tx,
  code: string,
  maxUses: number,
): Promise<number | undefined> {
  const normal = code.toUpperCase()
  if (!/^[A-Z0-9]{4,20}$/.test(normal)) return undefined
  const referrer = await tx
    .selectFrom('users')
    .select('id')
    .where('referral_code', '=', normal)
    .where(active)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!referrer || maxUses === 0) return referrer?.id
  const { uses } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('referred_by', '=', referrer.id)
    .where(({ or, eb }) =>
      or([
        eb('verified_at', 'is not', null),
        eb('created_at', '>', sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .executeTakeFirstOrThrow()
  // A held sign-up may still become an account, and nobody may be able to see the difference.
  const { held } = await tx
    .selectFrom('held_signups')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('referred_by', '=', referrer.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return uses + held < maxUses ? referrer.id : undefined
}
