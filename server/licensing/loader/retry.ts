import { sql } from 'kysely'
import { staffBuilds } from '#contract/licensing/staff-loader.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { addJob } from '#server/kernel/jobs/jobs.ts'
import { offerOf } from '#server/licensing/releases/offer.ts'
import { listPromoted } from '#server/licensing/releases/promoted.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { getBuild } from './build-list.ts'
import { buildLoader } from './jobs.ts'

const { refusals } = staffBuilds.retry
const mostAtOnce = 1000

/** From the release that its customer is offered. Refuses as the contract describes. */
export function retryBuild(db: Database, staff: Staff, id: string) {
  return transaction(db, async (tx) => {
    const failed = await tx
      .selectFrom('loader_builds')
      .select(['user_id', 'status', 'error'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!failed) throw new Refusal(refusals.unknown_build)
    if (failed.status !== 'failed') throw new Refusal(refusals.not_failed)
    await begin(tx, [id])
    await record(tx, 'build.retried', {
      staff,
      userId: failed.user_id,
      data: { build: id, error: failed.error },
    })
    return getBuild(tx, id)
  }).catch((error) => {
    if (violatedConstraint(error) !== 'loader_builds_one_at_a_time') throw error
    throw new Refusal(refusals.building_already)
  })
}

export function retryBuilds(db: Database, staff: Staff) {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from loader_builds failed
       where status = 'failed' and not exists (
         select from loader_builds later
          where later.user_id = failed.user_id and later.id <> failed.id
            and (later.requested_at, later.id) > (failed.requested_at, failed.id))
       order by requested_at desc
       limit ${mostAtOnce}
         for update skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { retried: 0 }
    await begin(tx, ids)
    await record(tx, 'builds.retried', { staff, data: { builds: ids.length } })
    return { retried: ids.length }
  })
}

/** Sets the request time, so that the build is the customer's latest and its stamp says so. */
async function begin(tx: Tx, ids: string[]) {
  const customers = await tx
    .selectFrom('loader_builds')
    .leftJoin('beta_testers', 'beta_testers.user_id', 'loader_builds.user_id')
    .select(['id', 'release_id', 'loader_builds.user_id as uid'])
    .select(sql<boolean>`beta_testers.user_id is not null`.as('beta'))
    .where('id', 'in', ids)
    .execute()
  const promoted = await listPromoted(tx, null)
  // Without a current offer, the customer gets the same release again.
  const releases = customers.map((each) => offerOf(promoted, each)?.release ?? each.release_id)
  const wanted = sql<{ build: string; release: number }>`(
    select * from unnest(${customers.map(({ id }) => id)}::uuid[], ${releases}::bigint[])
           as wanted (build, release))`
  const again = tx
    .updateTable('loader_builds')
    .from(wanted.as('wanted'))
    .set(({ ref }) => ({
      status: 'building' as const,
      error: null,
      finished_at: null,
      requested_at: sql<Date>`now()`,
      release_id: ref('wanted.release'),
    }))
    .whereRef('loader_builds.id', '=', 'wanted.build')
    .returning('id')
  const job = addJob(buildLoader, sql`json_build_object('build', id)`, {
    key: sql`'loader ' || id`,
  })
  await tx
    .with('again', () => again)
    .selectFrom('again')
    .select(job.as('added'))
    .execute()
}
