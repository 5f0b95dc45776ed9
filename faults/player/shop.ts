import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { startSandbox } from '#sandbox/main.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { leave, newClient } from '#server/kernel/database/client.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { setAhead } from '#server/kernel/time/clock.ts'
import { installClock } from '#server/kernel/time/moved-clock.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { startSandboxFor } from '#server/shop/sandbox/sandbox.ts'
import { fetchInProcess } from './in-process.ts'

const siteUrl = 'http://127.0.0.1:3000'

/** Planning takes longer than running most statements, and no plan here depends on the parameters. */
async function planOnce(url: string) {
  const client = newClient(url)
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  for (const setting of [
    'plan_cache_mode to force_generic_plan',
    'join_collapse_limit to 1',
    'from_collapse_limit to 1',
  ])
    await client.query(`alter database ${name} set ${setting}`)
  await leave(client)
}

/** A shop in test mode without a listening socket: the shop and its stand-ins call each other in this process. */
export async function openPlayedShop() {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-player-'))
  const config = loadConfig({
    SITE_URL: siteUrl,
    SANDBOX: '1',
    DATABASE_POOL: '16',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  let sandboxApp: FastifyInstance
  const sandbox = await startSandboxFor(config, dataDir, async (options) => {
    // In memory, because the stand-ins keep running when the shop restarts.
    const { storeFile: _, ...rest } = options
    const running = await startSandbox(rest)
    sandboxApp = running.app
    return running
  })
  await installClock(database.url)
  await planOnce(database.url)

  async function open() {
    const shop = await openShop({ config, dataDir, databaseUrl: database.url, sandbox })
    return { shop, app: await buildApp(shop, { withPages: false, strict: false }) }
  }
  async function shut({ shop, app }: Awaited<ReturnType<typeof open>>) {
    await app.close()
    await closeShop(shop)
  }

  let opened = await open()
  const fetchBySocket = fetchInProcess(
    new Map([
      [siteUrl, () => opened.app],
      [sandbox.url, () => sandboxApp],
    ]),
  )

  return {
    config,
    sandbox,
    get shop() {
      return opened.shop
    },
    get app() {
      return opened.app
    },
    get sandboxApp() {
      return sandboxApp
    },
    /** Closes the shop and opens it again on the same database. The stand-ins keep running. */
    async restart() {
      await shut(opened)
      opened = await open()
    },
    async close() {
      fetchBySocket()
      await shut(opened)
      await sandbox.stop()
      setAhead(0)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
