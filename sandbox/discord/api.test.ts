import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { discordApi } from '#server/adapters/discord/api.ts'
import { DiscordBusy } from '#server/adapters/discord/discord.ts'
import type { RunningSandbox } from '../main.ts'
import {
  control,
  startTestSandbox,
  startTestShop,
  type TestShop,
  testSecrets,
} from '../test-shop.ts'
import { webhookId } from './bodies.ts'
import type { Account } from './world.ts'

let shop: TestShop
let sandbox: RunningSandbox
let people: Account[]

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
  people = (await control(sandbox, 'discord', { method: 'GET' })).body.accounts
})
afterEach(() => control(sandbox, 'reset'))
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

const api = (path: string, init: RequestInit = {}) =>
  fetch(`${sandbox.url}/discord/api/v10${path}`, init)

function authorizeQuery(more: Record<string, string> = {}) {
  return new URLSearchParams({
    response_type: 'code',
    client_id: testSecrets.discordClientId,
    scope: 'identify email',
    state: 's 1',
    redirect_uri: `${shop.url}/discord`,
    ...more,
  })
}

/** Submits the page's form and returns the redirect target. */
async function decide(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/discord/oauth2/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ state: 's 1', ...fields }),
  })
  const location = response.headers.get('location')
  return { status: response.status, to: location === null ? null : new URL(location) }
}

function exchange(code: string, more: Record<string, string> = {}) {
  return api('/oauth2/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${shop.url}/discord`,
      client_id: testSecrets.discordClientId,
      client_secret: testSecrets.discordClientSecret,
      ...more,
    }),
  })
}

const bot = (method: string, path: string, headers: Record<string, string> = {}) =>
  api(`/guilds/${testSecrets.discordGuildId}/members/${path}`, {
    method,
    headers: { authorization: `Bot ${testSecrets.discordBotToken}`, ...headers },
  })

test('a visitor chooses whom to be and the code tells the shop who it is, once', async () => {
  const page = await fetch(`${sandbox.url}/discord/oauth2/authorize?${authorizeQuery()}`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(people[0]!.id)])
  const { to } = await decide({ decision: 'authorize', account: people[0]!.id })
  expect(to?.href.split('?')[0]).toBe(`${shop.url}/discord`)
  expect(to?.searchParams.get('state')).toBe('s 1')
  const code = to!.searchParams.get('code')!
  const { access_token } = await (await exchange(code)).json()
  const me = await api('/users/@me', { headers: { authorization: `Bearer ${access_token}` } })
  expect(await me.json()).toMatchObject({ id: people[0]!.id, username: people[0]!.username })
  expect((await exchange(code)).status).toBe(400)
})

test('a visitor may cancel, and be somebody new', async () => {
  const { to } = await decide({ decision: 'cancel' })
  expect([...to!.searchParams.keys()]).toEqual(['error', 'error_description', 'state'])
  expect((await decide({ decision: 'authorize', username: 'Newcomer' })).to?.search).toMatch(
    /code=/,
  )
  expect((await decide({ decision: 'authorize' })).status).toBe(400)
})

test('other applications, return addresses and pages are turned away', async () => {
  const ask = async (more: Record<string, string>) =>
    (await fetch(`${sandbox.url}/discord/oauth2/authorize?${authorizeQuery(more)}`)).status
  expect(await ask({ client_id: '1' })).toBe(400)
  expect(await ask({ redirect_uri: 'https://evil.example/discord' })).toBe(400)
  const foreign = { origin: 'https://evil.example' }
  const chosen = { decision: 'authorize', account: people[0]!.id }
  expect((await decide(chosen, foreign)).status).toBe(403)
})

test('the token call is refused as JSON, with another secret and for another address', async () => {
  const code = async () =>
    (await decide({ decision: 'authorize', account: people[0]!.id })).to!.searchParams.get('code')!
  expect((await exchange(await code(), { client_secret: 'x' })).status).toBe(401)
  expect((await exchange(await code(), { redirect_uri: 'http://x/' })).status).toBe(400)
  const asJson = await api('/oauth2/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'authorization_code', code: await code() }),
  })
  expect(asJson.status).toBe(415)
})

test('roles are given and taken with a reason, and go when their member leaves', async () => {
  const { id } = people[1]!
  const role = '120000000000000001'
  const reason = { 'x-audit-log-reason': encodeURIComponent('Söld') }
  expect((await bot('PUT', `${id}/roles/${role}`, reason)).status).toBe(204)
  expect((await bot('PUT', `${id}/roles/${role}`)).status).toBe(204)
  expect(await (await bot('GET', id)).json()).toMatchObject({ roles: [role] })
  const { changes } = (await control(sandbox, 'discord', { method: 'GET' })).body
  const ofThem = changes.filter(({ account }: { account: string }) => account === id)
  expect(ofThem[0]).toMatchObject({ role, given: true, reason: 'Söld' })
  await control(sandbox, `discord/accounts/${id}/leave`)
  expect([(await bot('GET', id)).status, await (await bot('GET', id)).json()]).toEqual([
    404,
    { code: 10_007, message: 'Unknown Member' },
  ])
  await control(sandbox, `discord/accounts/${id}/join`)
  expect(await (await bot('GET', id)).json()).toMatchObject({ roles: [] })
})

test('the bot fails as Discord makes it fail', async () => {
  const { id } = people[0]!
  const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code]
  const unsigned = { authorization: 'Bot nobody' }
  expect(await codeOf(await bot('GET', id, unsigned))).toEqual([401, 0])
  expect(await codeOf(await bot('GET', '42'))).toEqual([404, 10_013])
  expect(await codeOf(await bot('PUT', `${id}/roles/staff`))).toEqual([404, 10_011])
  await control(sandbox, 'switches', { body: { discord: { bot: 'below_role' } } })
  expect(await codeOf(await bot('PUT', `${id}/roles/120000000000000001`))).toEqual([403, 50_013])
  await control(sandbox, 'switches', { body: { discord: { bot: 'not_in_server' } } })
  expect(await codeOf(await bot('GET', id))).toEqual([403, 50_001])
  await control(sandbox, 'switches', { body: { discord: { api: 'rate_limited', retryAfter: 7 } } })
  const limited = await bot('GET', id)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
})

const discordIn = () =>
  discordApi({
    clientId: testSecrets.discordClientId,
    clientSecret: testSecrets.discordClientSecret,
    botToken: testSecrets.discordBotToken,
    guildId: testSecrets.discordGuildId,
    siteUrl: shop.url,
    apiBase: `${sandbox.url}/discord/api/v10`,
  })

test('every answer has the headers of its rate limit', async () => {
  const { id } = people[0]!
  const hook = `/webhooks/${webhookId}/${testSecrets.discordWebhookToken}`
  for (const answer of [
    await bot('GET', id),
    await bot('GET', '42'),
    await bot('PUT', `${id}/roles/120000000000000001`),
    await api('/users/@me'),
    await api('/nothing'),
    await exchange('none'),
    await api(hook),
  ]) {
    const header = (name: string) => answer.headers.get(`x-ratelimit-${name}`)
    expect(Number(header('remaining'))).toBeLessThan(Number(header('limit')))
    expect(Number(header('reset-after'))).toBeGreaterThan(0)
    expect(Number(header('reset'))).toBeGreaterThan(1_700_000_000)
    expect(header('bucket')).toMatch(/^[0-9a-f]+$/)
  }
})

test('calls above the limit are refused until the bucket is reset', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => bot('GET', people[0]!.id)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(await refused[0]!.json()).toMatchObject({ global: false, retry_after: expect.any(Number) })
  await expect.poll(async () => (await bot('GET', people[0]!.id)).status).toBe(200)
})

test('the shop sends nothing after an answer that reports no calls left', async () => {
  const discord = discordIn()
  const { id } = people[0]!
  await control(sandbox, 'switches', { body: { discord: { api: 'last_call', retryAfter: 500 } } })
  expect(await discord.rolesOf(id)).toEqual(expect.any(Array))
  await control(sandbox, 'reset')
  await expect(discord.rolesOf(id)).rejects.toThrow(DiscordBusy)
})

test('the shop reads the application, its bot and the server', async () => {
  expect(await discordIn().inspect()).toEqual({
    applicationId: testSecrets.discordClientId,
    redirects: [`${shop.url}/discord`],
    server: 'Community',
    mayManageRoles: true,
  })
})

test('its pages show people, roles and what went on', async () => {
  const { id, username } = people[0]!
  await bot('PUT', `${id}/roles/120000000000000009`, { 'x-audit-log-reason': 'For%20a%20game' })
  const page = await (await fetch(`${sandbox.url}/discord`)).text()
  expect(page).toContain(username)
  expect(page).toContain('For a game')
})
