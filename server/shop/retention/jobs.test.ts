import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { sendMail } from '#server/platform/mail/jobs.ts'
import { issueSetupLink } from '#server/shop/setup/link.ts'
import { forget } from './jobs.ts'

const shop = await fileFixture(openTestShop())

/** Creates a job that failed this many times, most recently this many days ago. */
async function failedJob(mail: number, { attempts, days }: { attempts: number; days: number }) {
  await enqueue(shop.db, sendMail, { mail }, { at: new Date(Date.now() + 3_600_000) })
  await sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'No luck',
           updated_at = now() - make_interval(days => ${days})
     where payload->>'mail' = ${String(mail)}`.execute(shop.db)
}

test('deletes permanently failed jobs after five weeks, and others once they are done', async () => {
  await failedJob(1, { attempts: 25, days: 36 })
  await failedJob(2, { attempts: 25, days: 34 })
  await failedJob(3, { attempts: 24, days: 36 })
  await enqueue(shop.db, forget, {})
  await workJobs(shop)
  const { rows } = await sql<{ mail: number }>`
    select (payload->>'mail')::int as mail from graphile_worker._private_jobs
     order by 1`.execute(shop.db)
  expect(rows).toEqual([{ mail: 2 }, { mail: 3 }])
})

test('deletes setup links when they expire', async () => {
  await issueSetupLink(shop.db)
  await shop.db
    .updateTable('setup_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  await issueSetupLink(shop.db)
  await enqueue(shop.db, forget, {})
  await workJobs(shop)
  expect(await shop.db.selectFrom('setup_links').select('token_hash').execute()).toHaveLength(1)
})

test('keeps rows that are used at the moment of the deletion', async () => {
  const [used, unused] = await Promise.all([signIn(shop.app), signIn(shop.app)])
  const fingerprint = Buffer.alloc(32)
  for (const { user } of [used, unused])
    await sql`insert into known_browsers (user_id, fingerprint, last_seen_at)
              values (${user.id}, ${fingerprint}, now() - interval '800 days')`.execute(shop.db)
  await enqueue(shop.db, forget, {})
  const held = await shop.db.startTransaction().execute()
  await sql`update known_browsers set last_seen_at = now() where user_id = ${used.user.id}`.execute(
    held,
  )
  const forgotten = workJobs(shop)
  await expect.poll(() => countLockWaits(shop.db)).toBe(1)
  await held.commit().execute()
  await forgotten
  const { rows } = await sql<{ user_id: number }>`
    select user_id from known_browsers where fingerprint = ${fingerprint}`.execute(shop.db)
  expect(rows).toEqual([{ user_id: used.user.id }])
})
