import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { type RunningShop, shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { logoFile, logoKey, paintedFile, paintings } from '#server/platform/brand/logo-files.ts'
import { type Answered, type Call, call, summarise } from './callers.ts'
import { onDatabase } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { copyShop } from './template.ts'

const kills = 5
const owner = { username: 'owner', email: 'owner@example.com', password: 'Glasshouse-41' }

export const setupBroken: Scenario = {
  name: 'setup-broken',
  fault: `the database is restarted and cut while a shop is set up, the process killed ${kills} times while it gets a logo`,
  plain: true,
  async run() {
    const folders = copyShop()
    const server = await openServer(folders.database)
    const proxy = await openDatabaseProxy(server.url)
    const env = { ...(await shopPorts()), SANDBOX: '0', LOG_LEVEL: 'silent' }
    const start = () => startShop(proxy.url, folders.files, env)
    const answers: Answered[] = []
    const problems: string[] = []
    let shop = await start()
    const cookie: { cookie?: string } = {}
    const ask = async (asked: Omit<Call, 'kind'>) => {
      const answer = await call(shop.url, new Agent(), { kind: asked.path, ...cookie, ...asked })
      answers.push(answer)
      return answer
    }
    /** Retries as the error message asks people to. */
    const insist = async (asked: Omit<Call, 'kind'>) => {
      for (let n = 0; ; n += 1) {
        const answer = await ask(asked)
        if (answer.status !== 503 || n > 600) return answer
        await delay(100)
      }
    }
    const disturb = startDisturbing([
      async () => proxy.cut(),
      async () => {
        await server.stop()
        await server.start()
      },
    ])
    try {
      const token = /\/setup#(\S+)/.exec(shop.said())?.[1]
      if (!token) throw new Error(`No link was printed: ${shop.said()}`)
      const people = [owner, { ...owner, username: 'late', email: 'late@example.com' }]
      const claims = await Promise.all(
        people.map((person) =>
          insist({ method: 'POST', path: '/api/setup/administrator', body: { ...person, token } }),
        ),
      )
      const session = await signInOwner(server.url)
      if (!session) throw new Error(`Nobody became administrator: ${summarise(claims)}`)
      cookie.cookie = `session=${session}`
      const shop_name = 'Night Forge'
      for (const asked of [
        { method: 'PATCH', path: '/api/admin/setup', body: { shop_name } },
        { method: 'POST', path: '/api/admin/setup/open' },
      ]) {
        const { status, body } = await insist(asked)
        if (Number(status) >= 300) problems.push(`${asked.path} was ${status} ${body}`)
      }
      await disturb.stop()

      for (let kill = 1; kill <= kills; kill += 1) {
        const saving = ask({
          method: 'PATCH',
          path: '/api/admin/brand',
          body: { logo: logo(kill) },
        })
        await delay(kill * 12)
        await shop.stop('SIGKILL')
        await saving
        shop = await startAgain(start)
        problems.push(...(await wrongBrand(server.url, folders.files)))
      }
      const { status, body } = await ask({
        method: 'PATCH',
        path: '/api/admin/brand',
        body: { logo: logo(0) },
      })
      if (status !== 200) problems.push(`the last logo was ${status} ${body}`)
      problems.push(...(await wrongBrand(server.url, folders.files)))
      problems.push(...(await wrongSetup(server.url)))
      const wrong = answers.filter(({ status }) => status === 500 || status === 'hung')
      if (wrong.length > 0) problems.push(`wrong answers: ${summarise(wrong)}`)
      return {
        callers: summarise(answers),
        kept: 'one administrator, name, opening, logo',
        problems,
      }
    } finally {
      await disturb.stop()
      await shop.stop('SIGKILL')
      await proxy.close()
      await server.stop('SIGQUIT')
      folders.remove()
    }
  },
}

/** Retries, because the database restarts during this call. */
async function signInOwner(url: string): Promise<string | undefined> {
  for (let n = 0; ; n += 1) {
    try {
      return await onDatabase(url, async (db) => {
        const admins = db.selectFrom('users').select('id').where('admin', '=', true)
        const admin = await admins.executeTakeFirst()
        return admin && (await startSessionOf(db, admin.id))
      })
    } catch (error) {
      if (n === 50) throw error
      await delay(100)
    }
  }
}

/** Runs the disturbances in turn, repeatedly. */
function startDisturbing(ways: (() => Promise<void>)[]) {
  let stopped = false
  const disturbing = (async () => {
    for (let n = 0; !stopped; n += 1) {
      await ways[n % ways.length]!()
      // Long enough for a few calls to succeed.
      await delay(n % 3 === 0 ? 1500 : 100)
    }
  })()
  return {
    stop() {
      stopped = true
      return disturbing
    },
  }
}

async function startAgain(start: () => Promise<RunningShop>) {
  for (let n = 0; ; n += 1) {
    try {
      return await start()
    } catch (error) {
      // The ports of a killed process become free a moment later.
      if (n === 10) throw error
      await delay(300)
    }
  }
}

const logo = (n: number) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="${40 + n}" height="64" fill="#cdfb47"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Finds a logo that a row refers to but whose files are missing. */
async function wrongBrand(url: string, dataDir: string): Promise<string[]> {
  const { logo_hash, logo_type } = await onDatabase(url, (db) =>
    db.selectFrom('brand').select(['logo_hash', 'logo_type']).executeTakeFirstOrThrow(),
  )
  if (!logo_hash) return []
  const files = await openFileStorage(`${dataDir}/files`)
  const named = { hash: logo_hash, type: logo_type as 'svg' | 'png' }
  const names = [logoFile(named), ...paintings.map((each) => paintedFile(named, each))]
  const there = await Promise.all(names.map((name) => files.stat(logoKey(name))))
  return there.every(Boolean) ? [] : [`files of the logo ${logo_hash} are missing`]
}

function wrongSetup(url: string): Promise<string[]> {
  return onDatabase(url, async (db) => {
    const { rows } = await sql<{ wrong: string }>`
      select 'administrators: ' || count(*) as wrong from users where admin having count(*) <> 1
      union all select 'the shop was not named or opened' from settings
       where shop_name is distinct from 'Night Forge' or opened_at is null
      union all select 'a setup link is left' from setup_links
      union all select type || ' was told ' || count(*) || ' times' from events
       where type in ('shop.named', 'shop.opened') group by type having count(*) <> 1
      union all select 'revisions and events of the brand differ' from brand
       where revision - 1 <> (select count(*) from events where type in ('shop.named', 'brand.changed'))`.execute(
      db,
    )
    return rows.map(({ wrong }) => wrong)
  })
}
