import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openGuild } from './testing/guild.ts'

// In a separate file, because the pause applies to the whole process.

const shop = await fileFixture(openGuild())

async function dueIn() {
  const { rows } = await sql<{ seconds: number; attempts: number }>`
    select extract(epoch from run_at - now())::float as seconds, attempts
      from graphile_worker.jobs where task_identifier = 'discord.match_roles' order by id`.execute(
    shop.db,
  )
  return rows
}

test('every job respects the pause that Discord requests, and loses no attempt', async () => {
  const [one, other] = [await shop.member(), await shop.member()]
  const { productId, role } = await shop.productWithRole()
  await workJobs(shop)

  await shop.control('/switches', { discord: { api: 'rate_limited', retryAfter: 0.3 } })
  await shop.give(one.user.id, productId)
  await workJobs(shop)
  await shop.control('/reset', {})
  await expect
    .poll(async () => {
      await workJobs(shop)
      return shop.rolesAtDiscord(one.account)
    })
    .toEqual([role])

  await shop.control('/switches', { discord: { api: 'rate_limited', retryAfter: 500 } })
  await shop.give(one.user.id, (await shop.productWithRole()).productId)
  await workJobs(shop)
  await shop.control('/reset', {})
  await shop.give(other.user.id, productId)
  await workJobs(shop)
  const jobs = await dueIn()
  expect(jobs).toHaveLength(2)
  for (const { seconds, attempts } of jobs) {
    expect(seconds).toBeGreaterThan(400)
    expect(attempts).toBe(0)
  }
  expect(await shop.rolesAtDiscord(other.account)).toEqual([])
})
