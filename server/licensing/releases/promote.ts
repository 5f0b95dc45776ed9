import { sql } from 'kysely'
import type { Channel } from '#contract/licensing/releases.ts'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff, StaffOrKey } from '#server/platform/logs/staff.ts'
import { getRelease } from './list.ts'
import { listPromoted } from './promoted.ts'
import { isOlder } from './versions.ts'

/** Throws `unknown_release`, `minimum_ahead`, and `promoted_meanwhile` if `over` is not current. */
export function promoteRelease(
  db: Database,
  by: StaffOrKey,
  id: number,
  { percent, over }: { percent: number; over?: number | null | undefined },
) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'loader.current')
    const release = await getRelease(tx, id)
    if (release.kind === 'module') await refuseAhead(tx, release.minimum)
    const { current, ...before } = release
    if (over !== undefined) await requireOver(tx, release, { percent, over })
    await promote(tx, { ...release, percent, by: by.staff?.id ?? null })
    const data = { ...namedOf(release), percent }
    if (!current) await record(tx, 'release.promoted', { ...by, data })
    else if (before.percent !== percent)
      await record(tx, 'release.rolled_out', {
        ...by,
        data: { ...data, before: { percent: before.percent }, after: { percent } },
      })
    return getRelease(tx, id)
  })
}

type Promotion = {
  id: number
  channel: Channel
  current: boolean
  percent: number
  by: number | null
}

/** Puts a release on top of its channel. Call it with the lock held. */
export async function promote(tx: Tx, { id, channel, current, percent, by }: Promotion) {
  await tx.updateTable('loader_releases').set({ percent }).where('id', '=', id).execute()
  if (current) return
  await tx
    .insertInto('loader_promotions')
    .values({ release_id: id, channel, promoted_by: by })
    .execute()
}

/** The one promoted before it is offered again. Throws `not_current` and `nothing_before`. */
export function rollBackRelease(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'loader.current')
    const { refusals } = staffReleases.rollBack
    const release = await getRelease(tx, id)
    if (!release.current) throw new Refusal(refusals.not_current)
    const [top, below] = await standingOf(tx, release)
    if (!below) throw new Refusal(refusals.nothing_before)
    await tx
      .updateTable('loader_promotions')
      .set({ rolled_back_at: sql`now()` })
      .where('id', '=', top!.id)
      .execute()
    await record(tx, 'release.rolled_back', {
      staff,
      data: {
        ...namedOf(release),
        before: { version: release.version },
        after: { version: below.version },
      },
    })
    return getRelease(tx, id)
  })
}

type Seen = { percent: number; over: number | null }

/** Accepts a repeat. Refuses another percentage, which would undo a colleague's rollout. */
async function requireOver(tx: Tx, release: Named, { percent, over }: Seen) {
  const [top] = await standingOf(tx, release)
  if ((top?.release_id ?? null) === over) return
  if (release.current && release.percent === percent) return
  const { promoted_meanwhile } = staffReleases.promote.refusals
  throw new Refusal(promoted_meanwhile, { values: { version: top?.version ?? 'None' } })
}

type Named = Awaited<ReturnType<typeof getRelease>>

const namedOf = ({ id, product, version, channel }: Named) => ({
  release: id,
  product: product?.id ?? null,
  version,
  channel,
})

async function standingOf(tx: Tx, { product, channel }: Pick<Named, 'product' | 'channel'>) {
  return tx
    .selectFrom('loader_promotions')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select(['loader_promotions.id', 'release_id', 'version'])
    .where('loader_promotions.channel', '=', channel)
    .where('product_id', product ? '=' : 'is', product ? product.id : null)
    .where('rolled_back_at', 'is', null)
    .orderBy('loader_promotions.id', 'desc')
    .limit(2)
    .execute()
}

/**
 * Throws `minimum_ahead` unless all stable loaders, which customers may get, can run the module.
 */
export async function refuseAhead(tx: Database, minimum: string | null) {
  if (!minimum) return
  const loaders = (await listPromoted(tx, null)).filter(({ channel }) => channel === 'stable')
  const behind = loaders.find(({ version }) => isOlder(version, minimum))
  if (loaders.length > 0 && !behind) return
  const values = { minimum, offered: behind?.version ?? 'none' }
  throw new Refusal(staffReleases.promote.refusals.minimum_ahead, { values })
}
