import { sql } from 'kysely'
import { staffRevocations } from '#contract/licensing/staff-revocations.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { listPromoted } from '#server/licensing/releases/promoted.ts'
import { isOlder } from '#server/licensing/releases/versions.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { effectsOf } from './effects.ts'

type Wanted = Parsed<typeof staffRevocations.add>['body']
type Target = Omit<Wanted, 'reason' | 'id'>

const { refusals } = staffRevocations.add

/** A repeated request with the same id returns the first result, without later builds. */
export function revokeBuilds(db: Database, staff: Staff, wanted: Wanted) {
  const { id: request, reason, ...target } = wanted
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'loader.revocations')
    const made = request && (await findMade(tx, staff, wanted))
    if (made) return made
    const { id, userId, effects } = await revoke(tx, staff, target, { reason, request })
    const { scope, build = null, below = null, state } = target
    const { customers, builds, before, after } = effects
    await record(tx, 'build.revoked', {
      staff,
      ...(userId !== null && { userId }),
      data: {
        revocation: id,
        scope,
        build,
        below,
        state,
        reason,
        customers,
        builds,
        before,
        after,
      },
    })
    return { id, effects }
  })
}

async function findMade(tx: Tx, staff: Staff, { id: request, reason, ...target }: Wanted) {
  const found = await tx
    .selectFrom('build_revocations')
    .selectAll()
    .where('request_id', '=', request!)
    .executeTakeFirst()
  if (!found) return undefined
  const { scope, state, build = null, uid, below = null } = target
  const same =
    found.actor_id === staff.id &&
    found.reason === reason &&
    found.scope === scope &&
    found.state === state &&
    found.build_id === build &&
    found.below === below &&
    (scope !== 'customer' || found.user_id === uid)
  if (!same) throw new Refusal(refusals.revocation_id_used)
  if (found.undone_at) throw new Refusal(refusals.undone_already)
  return { id: found.id, effects: await effectsOf(tx, found.id, 'add') }
}

/** Performs it in a transaction that is rolled back. Refuses in the same cases. */
export function previewRevocation(db: Database, staff: Staff, target: Target) {
  return rehearse(
    db,
    async (tx) => (await revoke(tx, staff, target, { reason: 'A rehearsal' })).effects,
  )
}

/** Only one runs at a time, so that the second sees the result of the first. */
async function revoke(
  tx: Tx,
  staff: Staff,
  target: Target,
  { reason, request = null }: { reason: string; request?: string | null | undefined },
) {
  await waitForLock(tx, 'loader.revocations')
  const userId = await findWhose(tx, target)
  const below = target.scope === 'below' ? target.below! : null
  const { id } = await tx
    .insertInto('build_revocations')
    .values({
      scope: target.scope,
      build_id: target.scope === 'build' ? target.build! : null,
      user_id: userId,
      below,
      versions: below === null ? null : await listOlder(tx, below),
      state: target.state,
      reason,
      request_id: request,
      actor_id: staff.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const effects = await effectsOf(tx, id, 'add')
  if (effects.builds === 0) throw new Refusal(refusals.nothing_to_revoke)
  return { id, userId, effects }
}

/** Null for all. A copy from after the restored backup has no row: its loader identifies it. */
async function findWhose(tx: Tx, { scope, build, uid }: Target): Promise<number | null> {
  if (scope === 'below') return null
  if (scope === 'customer') {
    const user = await tx.selectFrom('users').select('id').where('id', '=', uid!).executeTakeFirst()
    if (!user) throw new Refusal(refusals.unknown_customer)
    return user.id
  }
  const row = await tx
    .selectFrom('loader_builds')
    .select('user_id')
    .where('id', '=', build!)
    .executeTakeFirst()
  if (row) return row.user_id
  const token = await tx
    .selectFrom('loader_tokens')
    .select('user_id')
    .where(sql`build ->> 'build'`, '=', build!)
    .where(sql<boolean>`build ->> 'uid' = user_id::text`)
    .limit(1)
    .executeTakeFirst()
  if (!token) throw new Refusal(refusals.unknown_copy)
  return token.user_id
}

/** The offered version must not be among them, since customers would request it again. */
async function listOlder(tx: Tx, below: string): Promise<string[]> {
  const offered = (await listPromoted(tx, null)).find(({ version }) => isOlder(version, below))
  if (offered) {
    const { version } = offered
    throw new Refusal(refusals.still_offered, { values: { version } })
  }
  const releases = await tx
    .selectFrom('loader_releases')
    .select('version')
    .where('product_id', 'is', null)
    .execute()
  return releases.map(({ version }) => version).filter((version) => isOlder(version, below))
}
