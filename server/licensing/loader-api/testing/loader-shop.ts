import { randomBytes, randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { pairings } from '#contract/licensing/pairings.ts'
import type { DB } from '#db/tables.ts'
import { hashOf, type Kept, LoaderClient, newKey } from '#demo/client/client.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { stampBlock } from '#server/licensing/loader/stamp.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { endSessions } from '#server/platform/sessions/sessions.ts'
import { rawOf } from '../signing.ts'

export type Customer = Awaited<
  ReturnType<Awaited<ReturnType<typeof openLoaderShop>>['addCustomer']>
>

type Given = { seconds?: number; devices?: number; sessions?: number; offline?: number }

const password = 'A long Enough one 7'

/** The components that a computer reports. */
export const computer = (name: string) => ({
  board: [hashOf(`board ${name}`)],
  bios_uuid: [hashOf(`uuid ${name}`)],
  cpu: [hashOf('a cpu that many have')],
  gpu: [hashOf(`gpu ${name}`)],
  disks: [hashOf(`disk ${name}`)],
  macs: [hashOf(`mac ${name}`)],
  os: [hashOf(`os ${name}`)],
})

/** Listens on a port. Its loaders are paired in the way that customers pair them. */
export async function openLoaderShop(opened?: TestShop) {
  const test = opened ?? (await openTestShop())
  const { app, db, shop, call } = test
  const url = app.server.listening
    ? shop.config.siteUrl
    : await app.listen({ port: 0, host: '127.0.0.1' })
  const trusted = [rawOf(shop.loaderKey.publicKey)]

  const stampFor = ({ user }: { user: { id: number } }) => ({
    build: randomUUID(),
    uid: user.id,
    version: '1.9.2',
    issued_at: new Date(0).toISOString(),
    release: { sha256: '0'.repeat(64), size: 1 },
  })
  const stampOf = (customer: { user: { id: number } }) =>
    stampBlock(stampFor(customer), shop.loaderKey).toString('base64url')

  async function addCustomer({
    seconds = 86_400,
    devices = 1,
    sessions = 1,
    offline = 0,
  }: Given = {}) {
    const { user, cookie } = await signIn(app)
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', user.id)
      .execute()
    const slug = `game-${randomUUID()}`
    const { id } = await db
      .insertInto('products')
      .values({
        slug,
        name: `Game ${user.id}`,
        price_cents: 999,
        device_limit: devices,
        session_limit: sessions,
        offline_hours: offline,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const begun = new Date(Date.now() - (seconds < 0 ? -2000 * seconds : 0))
    const run = await db
      .insertInto('subscriptions')
      .values({ user_id: user.id, product_id: id, created_at: begun, ends_at: begun })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('time_entries')
      .values({ subscription_id: run.id, seconds: Math.abs(seconds), cause: 'grant' })
      .execute()
    const build = stampOf({ user })
    return {
      user,
      cookie,
      password,
      slug,
      productId: id,
      run: run.id,
      product: `Game ${user.id}`,
      build,
    }
  }

  const newLoader = (kept: Kept = { key: newKey() }) =>
    new LoaderClient({ shop: url, trusted, kept: { ...kept } })

  return {
    ...test,
    trusted,
    url,
    addCustomer,
    newLoader,
    stampFor,
    stampOf,
    /** Adds a loader that its customer has paired. Throws the code of a refusal. */
    async pairNew(customer: { cookie: string }) {
      const loader = newLoader()
      const begun = await loader.pair({ name: 'PC', os: 'Windows 11' })
      const input = { params: { code: begun.user_code }, body: { approve: true } }
      const answer = await call(pairings.answer, input, customer)
      if (answer.status !== 200) throw new Error(String(answer.code))
      await loader.fetchTokens(begun.device_code)
      return loader
    },
    /**
     * Invalidates the access token of a customer's loader: it has expired, or another process of
     * the loader fetched a new one. Only works for a token that was not used yet, as the shop
     * caches used ones.
     */
    spoilToken: ({ user }: { user: { id: number } }, how: 'expired' | 'replaced') =>
      db
        .updateTable('loader_tokens')
        .set(
          how === 'expired' ? { access_expires_at: new Date(0) } : { access_hash: randomBytes(32) },
        )
        .where('user_id', '=', user.id)
        .execute(),
    setClock(loader: LoaderClient, off: number) {
      loader.ahead = off
    },
    async setSettings(values: Updateable<DB['settings']>) {
      await db.updateTable('settings').set(values).execute()
      await waitFor(() =>
        Object.entries(values).every(
          ([name, value]) => (shop.settings() as Record<string, unknown>)[name] === value,
        ),
      )
    },
    async setProduct({ productId }: { productId: number }, values: Updateable<DB['products']>) {
      await db.updateTable('products').set(values).where('id', '=', productId).execute()
    },
    ban: ({ user }: { user: { id: number } }) =>
      db.updateTable('users').set({ banned: true }).where('id', '=', user.id).execute(),
    signOutEverywhere: ({ user }: { user: { id: number } }) => endSessions(db, user.id),
    addInfractions: ({ user }: { user: { id: number } }, count: number) =>
      db
        .insertInto('infractions')
        .values(Array.from({ length: count }, () => ({ user_id: user.id, type: 'x', reason: 'X' })))
        .execute(),
    takeTime: ({ run }: { run: number }) =>
      db
        .insertInto('time_entries')
        .values({ subscription_id: run, seconds: -86_400, cause: 'revocation' })
        .execute(),
    /** Freezes the time as an incident does. Returns a function that changes the freeze. */
    async standStill({ productId, user }: { productId: number; user: { id: number } }) {
      const incident = await db
        .insertInto('incidents')
        .values({
          title: 'Down',
          status: 'maintenance',
          state: 'open',
          starts_at: new Date(),
          created_by: user.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const repo = `module-${randomUUID()}`
      await db.insertInto('incident_modules').values({ incident_id: incident.id, repo }).execute()
      await db.insertInto('product_modules').values({ product_id: productId, repo }).execute()
      await db
        .insertInto('time_policies')
        .values({ product_id: productId, mode: 'still', from_minutes: 0 })
        .execute()
      const still = await db
        .insertInto('stills')
        .values({
          product_id: productId,
          incident_id: incident.id,
          since: new Date(),
          held_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const moment = new Date()
      return async (changes: { ended?: boolean; given?: boolean }) => {
        const ended_at = changes.ended || changes.given ? moment : null
        const given_at = changes.given ? moment : null
        await db
          .updateTable('stills')
          .set({ ended_at, counts_until: ended_at, given_at })
          .where('id', '=', still.id)
          .execute()
      }
    },
    /** Adds another product with frozen time to a customer. Returns its slug. */
    async addFrozen({ user }: { user: { id: number } }) {
      const other = await addCustomer()
      await db
        .updateTable('subscriptions')
        .set({ user_id: user.id })
        .where('id', '=', other.run)
        .execute()
      await this.standStill({ productId: other.productId, user })
      return other.slug
    },
    /** By default, the loader missed three heartbeats of a minute. */
    async loseBeats({ user }: { user: { id: number } }, seconds = 181) {
      await shop.loaders.write()
      await db
        .updateTable('loader_sessions')
        .set({ beat_at: new Date(Date.now() - seconds * 1000) })
        .where('user_id', '=', user.id)
        .execute()
      shop.loaders.forgetAll()
    },
    forgetAll: () => shop.loaders.forgetAll(),
    async historyOf({ user }: { user: { id: number } }) {
      const rows = await db
        .selectFrom('device_history')
        .select('kind')
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute()
      return rows.map(({ kind }) => kind)
    },
    infractionsOf: ({ user }: { user: { id: number } }) =>
      db.selectFrom('infractions').selectAll().where('user_id', '=', user.id).execute(),
    async mailsTo({ user }: { user: { id: number } }) {
      const rows = await db
        .selectFrom('mails')
        .select('template')
        .where('user_id', '=', user.id)
        .execute()
      return rows.map(({ template }) => template)
    },
  }
}

async function waitFor(done: () => boolean) {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 10))
}
