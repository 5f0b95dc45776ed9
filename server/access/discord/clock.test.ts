import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openGuild } from './testing/guild.ts'

const guild = await fileFixture(openGuild())

test('the role goes when the clock passes the end of the subscription', async () => {
  const [{ user, account }, { productId, role }] = [
    await guild.member(),
    await guild.productWithRole(),
  ]
  await guild.give(user.id, productId)
  await workJobs(guild)
  await guild.control('/clock', { seconds: 23 * 3600 })
  await workJobs(guild)
  expect(await guild.rolesAtDiscord(account)).toEqual([role])
  await guild.control('/clock', { seconds: 2 * 3600 })
  await workJobs(guild)
  expect(await guild.rolesAtDiscord(account)).toEqual([])
})
