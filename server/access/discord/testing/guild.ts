import { discord } from '#contract/access/discord.ts'
import type { Account } from '#sandbox/discord/world.ts'
import { giveTime } from '#server/access/subscriptions/gifts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

/** A test shop with the sandbox's Discord, and helpers for what people do there. */
export async function openGuild() {
  const shop = await openTestShop({ withSandbox: true })
  const { db, app, call, sandboxUrl } = shop
  const { user: staff } = await signIn(app, { admin: true })
  let count = 0

  async function control<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${sandboxUrl}/control${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<T>
  }

  const person = () => {
    count += 1
    return control<Account>('/discord/accounts', { username: `person${count}` })
  }

  const accounts = async () => (await control<{ accounts: Account[] }>('/discord')).accounts

  /** Opens Discord's page as a visitor. Returns the parameters that the browser brings back. */
  async function visit(url: string, choice: Record<string, string>) {
    const state = new URL(url).searchParams.get('state')!
    const response = await fetch(`${sandboxUrl}/discord/oauth2/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ state, ...choice }),
    })
    return Object.fromEntries(new URL(response.headers.get('location')!).searchParams)
  }

  /** Returns a code for an account, and the state of the requesting session. */
  async function authorized(cookie: string, account: string) {
    const { body } = await call(discord.authorize, {}, { cookie })
    const { code, state } = await visit(body.url, { decision: 'authorize', account })
    return { code: code!, state: state! }
  }

  async function connect(cookie: string, account: string) {
    const { code, state } = await authorized(cookie, account)
    return call(discord.add, { query: { state }, body: code }, { cookie })
  }

  return {
    ...shop,
    control,
    person,
    visit,
    authorized,
    connect,

    /** Creates a customer with a linked account that is in the server. */
    async member() {
      const [{ user, cookie }, { id: account }] = await Promise.all([signIn(app), person()])
      const { status } = await connect(cookie, account)
      if (status !== 200) throw new Error(`Not linked: ${status}`)
      return { user, cookie, account }
    },

    async productWithRole() {
      count += 1
      const role = `12${String(count).padStart(16, '0')}`
      const { id } = await db
        .insertInto('products')
        .values({ slug: `g${count}`, name: `Game ${count}`, price_cents: 1, discord_role_id: role })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { productId: id, role }
    },

    give: (userId: number, productId: number) =>
      giveTime(db, staff, userId, { productId, seconds: 86_400 }),

    rolesAtDiscord: async (account: string) =>
      (await accounts()).find(({ id }) => id === account)?.roles,

    /** The role states that the store has recorded for an account. */
    noted: (account: string) =>
      db
        .selectFrom('discord_roles')
        .select(['role_id', 'state', 'detail'])
        .where('discord_id', '=', account)
        .orderBy('role_id')
        .execute(),
  }
}
