import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { hashOf, LoaderClient, newKey } from '#demo/client/client.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { stampBlock } from '#server/licensing/loader/stamp.ts'
import { rawOf } from '#server/licensing/loader-api/signing.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { watchCalm } from './calm.ts'
import { startChild } from './child.ts'
import { measureMemory } from './memory.ts'
import { printRatio, printRow } from './print.ts'

const connections = 16
const rounds = 3
const requests = 4000
const paired = 200
const crowd = 50_000
const slug = 'cs2'

type Setup = { dataDir: string; env: Record<string, string> }
type Player = Awaited<ReturnType<typeof pairMany>>[number]
/** A request that was signed in advance, so that only the shop is measured. */
type Signed = { body: string; headers: Record<string, string> }

/**
 * Compares validations and heartbeats with plain Fastify that receives the same bodies and sends
 * equally large responses. For validations it also does the one read that every server needs. Then
 * measures the memory of the given number of live sessions.
 */
export async function measureLoaders(shop: RunningShop, setup: Setup) {
  const db = openDatabase(shop.databaseUrl, 2)
  const key = await signingKey(shop, setup)
  const players = await pairMany(db, shop.url, { count: paired, key: newKey(), trusted: key.raw })
  const asked = players.map((player) => ({ ...player, build: key.buildFor(player.userId) }))
  const sessions: string[] = []
  for (const { loader, name, build } of asked) {
    const { session, code } = await loader.validate(slug, computer(name), build)
    if (!session) throw new Error(`A loader was told ${code}`)
    sessions.push((session as { id: string }).id)
  }
  const read = {
    databaseUrl: shop.databaseUrl,
    sql: 'select id, user_id, public_key, access_expires_at from loader_tokens where access_hash = $1',
    values: [hashToken(players[0]!.access)],
  }
  await compare(shop, 'validations', { aim: 0.5, read }, (n) => {
    const { loader, name, build } = asked[n % paired]!
    return signed(loader, 'validate', { product: slug, components: computer(name), build })
  })
  await compare(shop, 'heartbeats', { aim: 0.7 }, (n) =>
    signed(asked[n % paired]!.loader, 'heartbeat', { session: sessions[n % paired] }),
  )
  await measureLiveSessions(db, shop)
  await db.destroy()
}

async function compare(
  shop: RunningShop,
  what: 'validations' | 'heartbeats',
  { aim, read }: { aim: number; read?: object },
  request: (n: number) => Signed,
) {
  const url = `${shop.url}/api/loader/v1/${what === 'validations' ? 'validate' : 'heartbeat'}`
  const sample = request(0)
  const answer = await (await fetch(url, { method: 'POST', ...sample })).json()
  const bare = await startBare({ answer, read, signs: false })
  const signing = await startBare({ answer, read, signs: true })
  const calm = watchCalm()
  const rates = { ours: [] as number[], bare: [] as number[], signing: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    const batch = Array.from({ length: requests }, (_, n) => request(n))
    calm.sample()
    const ours = await send(url, batch)
    const theirs = await send(bare.url, batch)
    const withSignatures = await send(signing.url, batch)
    // The first round is a warm-up.
    if (round < 0) continue
    rates.ours.push(ours)
    rates.bare.push(theirs)
    rates.signing.push(withSignatures)
  }
  bare.stop()
  signing.stop()
  printRatio(what, rates.ours, rates.bare, aim, calm.verdict())
  printRatio('  of one that checks and signs as well', rates.ours, rates.signing)
}

async function startBare(given: object) {
  const { said: port, stop } = await startChild<object, number>('./bare-fastify.ts', given)
  return { url: `http://localhost:${port}/`, stop }
}

/** Sends each request once and returns the requests per second. Throws if one is rejected. */
async function send(url: string, batch: Signed[]): Promise<number> {
  const each = batch.values()
  const began = performance.now()
  const { non2xx, errors } = await autocannon({
    url,
    connections,
    amount: batch.length,
    // The run ends at a sample, and the default interval is a second.
    sampleInt: 10,
    requests: [
      { method: 'POST', setupRequest: (request) => ({ ...request, ...each.next().value }) },
    ],
  })
  if (non2xx + errors > 0) throw new Error(`${url} failed under load`)
  return (batch.length / (performance.now() - began)) * 1000
}

/** Creates live sessions in the database. This process learns of each from its first heartbeat. */
async function measureLiveSessions(db: Database, shop: RunningShop) {
  const before = await measureMemory(shop.url)
  const players = await pairMany(db, shop.url, { count: crowd, key: newKey(), trusted: '' })
  const ids = players.map(() => randomUUID())
  await sql`
    with owned as (
      insert into devices (user_id, name, os, marks)
        select user_id, 'PC', 'Windows 11', '{}' from unnest(${players.map((p) => p.userId)}::bigint[]) as user_id
      returning id, user_id)
    insert into loader_sessions (id, token_id, user_id, product_id, device_id, seat)
      select session, loader_tokens.id, user_id, products.id, owned.id, 1
        from unnest(${ids}::uuid[], ${players.map((p) => p.userId)}::bigint[]) as played (session, user_id)
        join owned using (user_id) join loader_tokens using (user_id)
        join products on slug = ${slug}`.execute(db)
  for (let at = 0; at < crowd; at += requests) {
    const part = players.slice(at, at + requests)
    const batch = part.map(({ loader }, n) => signed(loader, 'heartbeat', { session: ids[at + n] }))
    await send(`${shop.url}/api/loader/v1/heartbeat`, batch)
  }
  const after = await measureMemory(shop.url)
  printRow(`Memory with ${crowd} live sessions`, `${after} MB`, `${before} MB before them`)
}

/**
 * Creates customers with a year of the product, each with a linked loader. All loaders share one
 * key.
 */
async function pairMany(
  db: Database,
  url: string,
  { count, key, trusted }: { count: number; key: string; trusted: string },
) {
  const people = await signInMany(db, count)
  const players = people.map(({ id: userId }) => {
    const access = newToken()
    const loader = new LoaderClient({ shop: url, trusted: [trusted], kept: { key, access } })
    return { userId, access, loader, name: `PC of ${userId}` }
  })
  const ids = players.map(({ userId }) => userId)
  const publicKey = Buffer.from(players[0]!.loader.publicKey, 'base64url')
  await sql`
    with runs as (
      insert into subscriptions (user_id, product_id, created_at, ends_at)
        select user_id, products.id, now(), now()
          from unnest(${ids}::bigint[]) as user_id, products where slug = ${slug}
      returning id)
    insert into time_entries (subscription_id, seconds, cause)
      select id, ${365 * 86_400}, 'grant' from runs`.execute(db)
  await sql`
    insert into loader_tokens
        (user_id, public_key, access_hash, access_expires_at, refresh_hash, name, os)
      select user_id, ${publicKey}, access, now() + interval '1 day', sha256(access), 'PC', 'Windows 11'
        from unnest(${ids}::bigint[], ${players.map(({ access }) => hashToken(access))}::bytea[])
          as paired (user_id, access)`.execute(db)
  return players
}

/** The shop's signing key, to create the builds of the customers' loaders. */
async function signingKey(shop: RunningShop, { dataDir, env }: Setup) {
  const config = loadConfig({ ...env, RATE_LIMITS: 'off', SANDBOX: '0', LOG_LEVEL: 'silent' })
  const opened = await openShop({ config, dataDir, databaseUrl: shop.databaseUrl })
  const { loaderKey } = opened
  await closeShop(opened)
  return {
    raw: rawOf(loaderKey.publicKey),
    buildFor: (uid: number) =>
      stampBlock(
        {
          build: randomUUID(),
          uid,
          version: '9.9.9',
          issued_at: new Date(0).toISOString(),
          release: { sha256: '0'.repeat(64), size: 1 },
        },
        loaderKey,
      ).toString('base64url'),
  }
}

const computer = (name: string) => ({
  board: [hashOf(`board ${name}`)],
  bios_uuid: [hashOf(`uuid ${name}`)],
  cpu: [hashOf(`cpu ${name}`)],
  gpu: [hashOf(`gpu ${name}`)],
  disks: [hashOf(`disk ${name}`)],
})

function signed(loader: Player['loader'], call: string, sent: object): Signed {
  const body = JSON.stringify(sent)
  return { body, headers: loader.headers('POST', `/loader/v1/${call}`, body) }
}
