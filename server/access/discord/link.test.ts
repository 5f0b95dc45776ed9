import { afterEach, expect, test } from 'vitest'
import { discord } from '#contract/access/discord.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { isStateOf, issueState } from './state.ts'
import { openGuild } from './testing/guild.ts'

const shop = await fileFixture(openGuild())

afterEach(() => shop.control('/reset', {}))
const canceled = sentenceOf('canceled')
const linkOf = async (cookie: string) => (await shop.call(discord.get, {}, { cookie })).body

test('links the account that Discord returns, and unlinks it again', async () => {
  const { cookie } = await signIn(shop.app)
  expect(await linkOf(cookie)).toBeNull()
  const { body } = await shop.call(discord.authorize, {}, { cookie })
  const url = new URL(body.url)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'identify',
    redirect_uri: `${shop.shop.config.siteUrl}/discord`,
  })
  expect((await fetch(url)).status).toBe(200)

  const { id, username } = await shop.person()
  const linked = await shop.connect(cookie, id)
  expect([linked.status, linked.body]).toEqual([200, { username }])
  expect(await linkOf(cookie)).toEqual({ username })

  const gone = await shop.call(discord.remove, {}, { cookie })
  expect([gone.status, gone.body]).toEqual([200, true])
  expect(await linkOf(cookie)).toBeNull()
  expect((await shop.call(discord.remove, {}, { cookie })).status).toBe(200)
})

test('replaces the account that was linked before', async () => {
  const { cookie, account } = await shop.member()
  const second = await shop.person()
  expect((await shop.connect(cookie, second.id)).status).toBe(200)
  expect(await linkOf(cookie)).toEqual({ username: second.username })
  const other = await signIn(shop.app)
  expect((await shop.connect(other.cookie, account)).status).toBe(200)
})

test('refuses a code without the state of this session', async () => {
  const [victim, attacker] = [await signIn(shop.app), await signIn(shop.app)]
  const { id } = await shop.person()
  const { code, state } = await shop.authorized(attacker.cookie, id)
  const [claim, nonce] = issueState('x').split('.')
  const states = [undefined, '', state, `${state}x`, 'x', '..', `${claim}.${nonce}.`]
  for (const given of states) {
    const { status, detail } = await shop.call(
      discord.add,
      { query: { state: given }, body: code },
      { cookie: victim.cookie },
    )
    expect([status, detail]).toEqual([400, canceled])
  }
  expect(await linkOf(victim.cookie)).toBeNull()
  const query = { state }
  const own = await shop.call(discord.add, { query, body: code }, { cookie: attacker.cookie })
  expect(own.status).toBe(200)
})

test('refuses a state that is older than ten minutes or was changed', () => {
  const issued = issueState('token', 1_000_000)
  expect(isStateOf('token', issued, 1_599_000)).toBe(true)
  expect(isStateOf('token', issued, 1_601_000)).toBe(false)
  expect(isStateOf('other', issued, 1_000_000)).toBe(false)
  const [expires, nonce, mac] = issued.split('.')
  expect(isStateOf('token', `${Number(expires) + 900}.${nonce}.${mac}`, 1_601_000)).toBe(false)
})

test('links nothing for an unknown, used or missing code', async () => {
  const { cookie } = await signIn(shop.app)
  const { code, state } = await shop.authorized(cookie, (await shop.person()).id)
  const query = { state }
  const send = (body: string) => shop.call(discord.add, { query, body }, { cookie })
  expect((await send(code)).status).toBe(200)
  for (const used of [code, 'guess']) {
    const { status, detail } = await send(used)
    expect([status, detail]).toEqual([400, canceled])
  }
  const missing = await send('')
  expect([missing.status, missing.detail]).toEqual([
    422,
    [expect.objectContaining({ msg: 'No authentication code received' })],
  ])
  expect((await shop.call(discord.add, { query, body: 7 as never }, { cookie })).status).toBe(422)
})

test('only one of five users who link the same account at once succeeds', async () => {
  const { id, username } = await shop.person()
  const users = await Promise.all(Array.from({ length: 5 }, () => signIn(shop.app)))
  const answers = await Promise.all(users.map(({ cookie }) => shop.connect(cookie, id)))
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ status }) => status === 409)
  expect([won.length, lost.length]).toEqual([1, 4])
  expect(won[0]!.body).toEqual({ username })
  expect(lost[0]!.code).toBe('linked_to_another')
})

test('two concurrent links of one user leave one account linked', async () => {
  const { user, cookie } = await signIn(shop.app)
  const people = [await shop.person(), await shop.person()]
  const answers = await Promise.all(people.map(({ id }) => shop.connect(cookie, id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const links = await shop.db
    .selectFrom('discord_links')
    .select('username')
    .where('user_id', '=', user.id)
    .execute()
  expect(people.map(({ username }) => username)).toContain(links[0]?.username)
  expect(links).toHaveLength(1)
})

test.each(['error', 'rate_limited'])(
  'distinguishes a Discord that answers %s from a refusal',
  async (api) => {
    const { cookie } = await signIn(shop.app)
    const { code, state } = await shop.authorized(cookie, (await shop.person()).id)
    await shop.control('/switches', { discord: { api, retryAfter: 0 } })
    const refused = await shop.call(discord.add, { query: { state }, body: code }, { cookie })
    expect([refused.status, refused.code]).toEqual([502, 'discord_unreachable'])
  },
)

test('requires visitors to sign in', async () => {
  const answers = [
    await shop.call(discord.get, {}),
    await shop.call(discord.authorize, {}),
    await shop.call(discord.add, { query: { state: 'x' }, body: 'x' }),
    await shop.call(discord.remove, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(401))
})

test('reports that the store has no Discord, and lists no link for its customers', async () => {
  const bare = await openTestShop()
  try {
    const { cookie } = await signIn(bare.app)
    const sentence = sentenceOf('no_discord')
    const ask = await bare.call(discord.authorize, {}, { cookie })
    const come = await bare.call(discord.add, { query: {}, body: 'x' }, { cookie })
    expect([ask.status, ask.detail, come.status]).toEqual([503, sentence, 503])
    expect((await bare.call(discord.get, {}, { cookie })).body).toBeNull()
  } finally {
    await bare.close()
  }
})
