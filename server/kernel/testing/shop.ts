import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import type { CodeOf } from '#contract/wire/refusals.ts'
import { startSandbox } from '#sandbox/main.ts'
import { altchaCaptcha } from '#server/adapters/captcha/altcha.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { runJobs } from '#server/kernel/jobs/run-jobs.ts'
import { setAhead } from '#server/kernel/time/clock.ts'
import { installClock } from '#server/kernel/time/moved-clock.ts'
import { logFailedJob } from '#server/platform/logs/failed-job.ts'
import { jobs } from '#server/shop/domains.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { startSandboxFor } from '#server/shop/sandbox/sandbox.ts'
import { serveClock } from '#server/shop/sandbox/sandbox-clock.ts'
import { createTestDatabase } from './database.ts'
import { openJobsPool } from './jobs.ts'

type Options = {
  env?: Record<string, string>
  /** Starts the sandbox for payments and mail, and listens on a port for its webhooks. */
  withSandbox?: boolean
  /** Runs the queue in the background. Otherwise tests call `workJobs`. */
  withWorker?: boolean
  /** A mail server that accepts nothing, so that tests can read the queued mails. */
  withMail?: boolean
  /** Receives the operator's log. Set a LOG_LEVEL that logs something. */
  log?: { write: (line: string) => void }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** A complete shop with its own database and data folder. Call `close()` at the end. */
export async function openTestShop({
  env = {},
  withSandbox = false,
  withWorker = false,
  withMail = false,
  log,
}: Options = {}) {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-'))
  const [port = 0] = await freePorts(withSandbox ? 1 : 0)
  const config = loadConfig({
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port || 3000}`,
    HOST: '127.0.0.1',
    SANDBOX: withSandbox ? '1' : '0',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const sandbox = withSandbox ? await startSandboxFor(config, dataDir, startSandbox) : null
  if (sandbox) await installClock(database.url)
  const shop = await openShop({ config, dataDir, databaseUrl: database.url, sandbox })
  if (sandbox) serveClock(shop.db, sandbox, jobs)
  // The real captcha, with hardly any work.
  shop.captcha = await altchaCaptcha(shop.db, { work: 1 })
  if (withMail) shop.mail = absentMailServer
  const app = await buildApp(shop, { withPages: false, strict: true, ...(log && { log }) })
  if (withSandbox) await app.listen({ port, host: '127.0.0.1' })
  const jobsPool = openJobsPool(database.url)
  const runner = withWorker
    ? await runJobs(shop, jobs, database.url, { onFailure: logFailedJob })
    : null

  return {
    app,
    shop,
    db: shop.db,
    databaseUrl: database.url,
    /** The connections of `workJobs`. */
    jobsPool,
    dataDir,
    /** Base URL of the sandbox, for its control API. */
    sandboxUrl: sandbox?.url ?? '',
    sandboxSecrets: sandbox?.secrets,
    call: caller(app),
    async close() {
      await runner?.stop()
      await app.close()
      await closeShop(shop)
      await jobsPool.end()
      await sandbox?.stop()
      setAhead(0)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const absentMailServer = {
  send: () => Promise.reject(new Error('No mail server answers')),
  async check() {},
  close() {},
}

export type Called<E extends Endpoint> = {
  status: number
  /** The declared result. For a refusal, see `code` and `detail`. */
  body: Result<E>
  code: CodeOf<E> | undefined
  detail: unknown
  response: LightMyRequestResponse
}

/** The typed client of tests. It calls the HTTP API and returns refusals as values. */
export function caller(app: FastifyInstance) {
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: Input<E> extends infer I ? (unknown extends I ? object : I) : never,
    { cookie, headers }: { cookie?: string; headers?: Record<string, string> } = {},
  ): Promise<Called<E>> {
    const { params, query, body } = input as Record<
      'params' | 'query' | 'body',
      Record<string, unknown>
    >
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(params?.[name])),
    )
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${path}`,
      query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const answer = response.body ? JSON.parse(response.body) : null
    const { code, detail } = answer ?? {}
    return { status: response.statusCode, body: answer, code, detail, response }
  }
}
