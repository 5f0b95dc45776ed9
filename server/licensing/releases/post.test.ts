import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { health } from '#contract/platform/health.ts'
import { services } from '#contract/platform/services.ts'
import type { Message } from '#sandbox/discord/world.ts'
import { openGuild } from '#server/access/discord/testing/guild.ts'
import { DiscordDown } from '#server/adapters/discord/discord.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { addRelease } from './add.ts'
import { postRelease } from './post.ts'

const shop = await fileFixture(openGuild())
const admin = await signIn(shop.app, { admin: true })

afterEach(() => shop.control('/reset', {}))

async function upload(product: number | null, version: string, more = {}) {
  async function* bytes() {
    yield Buffer.from(version)
  }
  return addRelease(shop.db, shop.shop.storage, { product, version, bytes: bytes(), ...more })
}
const promote = async (id: number, percent = 100) =>
  (await shop.call(staffReleases.promote, { params: { id }, body: { percent } }, admin)).status

let patch = 0
const newVersion = () => `3.0.${++patch}`

/** Returns the messages about a version in the channel. */
async function posts(version: string) {
  const { messages } = await shop.control<{ messages: Message[] }>('/discord')
  return messages.flatMap(({ embeds }) => embeds).filter(({ title }) => title.includes(version))
}

/** Runs failed jobs immediately, as if their delay had passed. */
async function again() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(shop.db)
  await workJobs(shop)
}

test('posts a promoted release to the channel once, with the beginning of its notes', async () => {
  const product = await addProduct(shop.db)
  const { name } = await shop.db
    .selectFrom('products')
    .select('name')
    .where('id', '=', product)
    .executeTakeFirstOrThrow()
  const version = newVersion()
  const notes = `Hello @everyone. ${'Much is new. '.repeat(300)}`
  const id = await upload(product, version, { notes })
  await workJobs(shop)
  expect(await posts(version)).toEqual([])
  await promote(id, 0)
  await workJobs(shop)
  expect(await posts(version)).toEqual([])
  await promote(id, 10)
  await workJobs(shop)
  await promote(id, 100)
  await workJobs(shop)
  const [post, ...more] = await posts(version)
  expect(more).toEqual([])
  expect(post).toEqual({
    title: `${name} ${version}`,
    description: expect.stringMatching(/^Hello @everyone\. .*…$/),
    url: `${shop.shop.config.siteUrl}/product/${product}/changelog#release-${id}`,
    footer: { text: 'It is being rolled out gradually.' },
  })
  expect(post!.description.length).toBeLessThan(1600)
})

test('posts a beta that becomes stable as both, and no hidden release', async () => {
  const product = await addProduct(shop.db)
  const version = newVersion()
  const id = await upload(product, version, { channel: 'beta' })
  await promote(id)
  await workJobs(shop)
  await shop.call(
    staffReleases.change,
    { params: { id }, body: { channel: 'stable', revision: 1 } },
    admin,
  )
  await promote(id)
  await workJobs(shop)
  expect((await posts(version)).map(({ title }) => title.endsWith('(beta)'))).toEqual([true, false])

  const hidden = await addProduct(shop.db)
  await shop.db.updateTable('products').set({ hidden: true }).where('id', '=', hidden).execute()
  const secret = newVersion()
  await promote(await upload(hidden, secret))
  // Roll back before the job has started.
  const [good, bad] = [newVersion(), newVersion()]
  await promote(await upload(product, good))
  const pulled = await upload(product, bad)
  await promote(pulled)
  await shop.call(staffReleases.rollBack, { params: { id: pulled }, body: {} }, admin)
  await workJobs(shop)
  expect([(await posts(secret)).length, (await posts(bad)).length]).toEqual([0, 0])
  expect(await posts(good)).toHaveLength(1)
})

test('a promotion succeeds while Discord is unavailable, Health reports it, and the post follows', async () => {
  const version = newVersion()
  const id = await upload(await addProduct(shop.db), version)
  await shop.control('/switches', { discord: { api: 'error' } })
  expect(await promote(id)).toBe(200)
  await workJobs(shop)
  const state = async () =>
    (await shop.call(health.get, {}, admin)).body.services.find(
      ({ name }) => name === 'announcements',
    )
  await expect.poll(state).toMatchObject({ configured: true, failing: true })
  await shop.control('/switches', { discord: { api: 'rate_limited', retryAfter: 1 } })
  await again()
  expect(await posts(version)).toEqual([])
  await shop.control('/reset', {})
  // Not before the pause that Discord requested is over.
  await expect
    .poll(
      async () => {
        await again()
        return (await posts(version)).length
      },
      { interval: 300 },
    )
    .toBe(1)
  await expect.poll(state).toMatchObject({ failing: false })
})

test('a post whose response was lost is not repeated, and the log says so', async () => {
  const version = newVersion()
  const release = await upload(await addProduct(shop.db), version)
  const real = shop.shop.announcements!
  shop.shop.announcements = {
    ...real,
    async post(announcement) {
      await real.post(announcement)
      throw new DiscordDown('No answer', { mayHaveArrived: true })
    },
  }
  await promote(release)
  await workJobs(shop)
  shop.shop.announcements = real
  await promote(release, 50)
  await promote(release, 100)
  await again()
  expect(await posts(version)).toHaveLength(1)
  const warnings = await shop.db
    .selectFrom('logs')
    .select('details')
    .where(
      'message',
      '=',
      'A release may or may not have been announced on Discord. Check the channel',
    )
    .where(sql`details ->> 'release'`, '=', String(release))
    .execute()
  expect(warnings).toEqual([{ details: { release, channel: 'stable' } }])
})

test('waits for a post that another process left unfinished, and does not repeat it', async () => {
  const version = newVersion()
  const release = await upload(await addProduct(shop.db), version)
  await promote(release)
  await shop.db
    .insertInto('release_posts')
    .values({ release_id: release, channel: 'stable' })
    .execute()
  const post = () =>
    postRelease(shop.db, shop.shop.announcements!, shop.shop.config, {
      release,
      channel: 'stable',
    })
  await expect(post()).rejects.toThrow('is posting it')
  await sql`update release_posts set begun_at = now() - interval '2 minutes'
             where release_id = ${release}`.execute(shop.db)
  await post()
  await workJobs(shop)
  expect(await posts(version)).toEqual([])
})

test('two concurrent jobs post a release once', async () => {
  const version = newVersion()
  const release = await upload(await addProduct(shop.db), version)
  await promote(release)
  const post = () =>
    postRelease(shop.db, shop.shop.announcements!, shop.shop.config, {
      release,
      channel: 'stable',
    }).catch(() => {})
  await Promise.all([post(), post(), post()])
  await workJobs(shop)
  expect(await posts(version)).toHaveLength(1)
})

test('without a channel nothing is posted, also not later', async () => {
  const version = newVersion()
  const real = shop.shop.announcements
  shop.shop.announcements = null
  await promote(await upload(await addProduct(shop.db), version))
  await workJobs(shop)
  shop.shop.announcements = real
  await again()
  expect(await posts(version)).toEqual([])
})

test('the test reads the webhook and posts nothing', async () => {
  const before = await shop.control<{ messages: Message[] }>('/discord')
  const { body } = await shop.call(services.test, { params: { name: 'announcements' } }, admin)
  expect(body.findings).toMatchObject([{ kind: 'good' }])
  const after = await shop.control<{ messages: Message[] }>('/discord')
  expect(after.messages.length).toBe(before.messages.length)
})
