import { migrate } from '#server/kernel/migrations/migrate.ts'
import { buildApp } from './app.ts'
import { sentenceOf } from './kernel/commands/command.ts'
import { dataDirOf } from './kernel/config/config.ts'
import { cannotListen } from './kernel/config/free-port.ts'
import { assertListens, assertReachable } from './kernel/database/reachable.ts'
import { listUnencryptedHosts } from './kernel/database/unencrypted-hosts.ts'
import { closedBy } from './kernel/http/closed.ts'
import { drain } from './kernel/http/drain.ts'
import { runJobs } from './kernel/jobs/run-jobs.ts'
import { shareLookups } from './kernel/network/lookups.ts'
import { startPostgres } from './kernel/postgres/postgres.ts'
import { clock } from './kernel/time/clock.ts'
import { assertClock } from './kernel/time/machine-clock.ts'
import { installClock, removeClock } from './kernel/time/moved-clock.ts'
import { watchDisk } from './platform/health/disks.ts'
import { logFailedJob } from './platform/logs/failed-job.ts'
import { tellUnreadable } from './platform/services/unreadable.ts'
import { refuseDemoPasswords } from './platform/sessions/demo-passwords.ts'
import { jobs } from './shop/domains.ts'
import { closeShop, openShop } from './shop/open-shop.ts'
import { preflight } from './shop/preflight.ts'
import { furnishDemoShop, isEmpty } from './shop/sandbox/demo-shop.ts'
import { startSandboxFor } from './shop/sandbox/sandbox.ts'
import { serveClock } from './shop/sandbox/sandbox-clock.ts'
import { refuseDemo } from './shop/setup/from-demo.ts'
import { offerSetupLink, setupUrl } from './shop/setup/link.ts'
import { refuseBesideTestMode, refuseRealShop, showTestMode } from './shop/setup/test-mode.ts'

const began = Number(process.env.LOADOUT_STARTED_AT) || clock.machine()

const started: (() => Promise<unknown>)[] = []

function say(sentence: string) {
  if (process.env.LOADOUT_QUIET !== '1') process.stdout.write(`${sentence}\n`)
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  say(`  ✓ ${name.padEnd(14)} ${seconds.padStart(5)} s`)
  return result
}

async function start() {
  shareLookups()
  const config = await preflight()
  const dataDir = dataDirOf(config)
  const starting = config.sandbox ? startSandboxFor(config, dataDir) : null
  starting?.then(
    ({ stop }) => started.push(stop),
    () => {},
  )
  const url = await step('database', async () => {
    if (config.databaseUrl) return config.databaseUrl
    const postgres = await startPostgres({
      dataDir: config.dataDir,
      log: (line) => say(`    ${line}`),
      onLost: (error) => {
        console.error(`  ${error.message}`)
        void stop(1)
      },
    })
    started.push(postgres.stop)
    return postgres.url
  })
  const directUrl = config.databaseDirectUrl ?? url
  if (config.databaseUrl) {
    const direct = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
    await assertReachable('DATABASE_URL', url)
    await assertListens(direct, directUrl)
  }
  await step('migrations', () => migrate(directUrl, { say: (line) => say(`    ${line}`) }))
  if (config.sandbox) {
    await refuseRealShop(config, directUrl)
    started.push((await showTestMode(directUrl)).close)
    await installClock(directUrl)
  } else {
    await refuseBesideTestMode(directUrl)
    await removeClock(directUrl)
    await assertClock(directUrl)
  }

  const sandbox = starting && (await step('sandbox', () => starting))
  const shop = await openShop({ config, dataDir, databaseUrl: url, directUrl, sandbox })
  started.push(() => closeShop(shop))
  for (const sentence of await tellUnreadable(shop)) console.error(`  ${sentence}`)
  if (!sandbox) {
    await refuseDemo(shop.db)
    await refuseDemoPasswords(shop.db)
  }
  if (sandbox && (await isEmpty(shop.db))) await step('demo shop', () => furnishDemoShop(directUrl))

  const stopDisk = await watchDisk(shop.db, dataDir)
  started.push(async () => stopDisk())
  if (sandbox) serveClock(shop.db, sandbox, jobs)
  const link = sandbox ? null : await offerSetupLink(shop.db)
  if (link) started.push(link.stop)
  if (config.roles.includes('worker')) {
    const runner = await runJobs(shop, jobs, directUrl, {
      databaseUrl: url,
      onFailure: logFailedJob,
    })
    started.push(() => runner.stop())
  }
  if (config.roles.includes('web')) {
    const app = await buildApp(shop)
    started.push(() => drain(app))
    await step('server', async () => {
      await app.listen({ port: config.port, host: config.host }).catch((error) => {
        throw cannotListen(error, config)
      })
    })
  }
  greet({
    siteUrl: config.siteUrl,
    secureContext: config.secureContext,
    unencrypted: listUnencryptedHosts(config),
    open: !closedBy(shop),
    sandboxUrl: sandbox?.publicUrl,
    setupUrl: link && setupUrl(config, link.token),
    seconds: ((clock.machine() - began) / 1000).toFixed(1),
  })
}

const noHttps =
  'SITE_URL does not use https, so passwords can be intercepted, and the built-in captcha does not work in browsers, which means that nobody can sign in. Put a proxy with a certificate in front.'

const noEncryption = (hosts: string[]) =>
  `The connection to the database on ${hosts.join(', ')} has no sslmode, so passwords and data cross the network unencrypted. Add sslmode=verify-full to its URL, or sslmode=disable if the network is private.`

type Greeting = {
  siteUrl: string
  secureContext: boolean
  /** Other machines with a database to which the connections are not encrypted. */
  unencrypted: string[]
  open: boolean
  sandboxUrl: string | undefined
  setupUrl: string | null
  seconds: string
}

function greet({ siteUrl, secureContext, unencrypted, open, ...more }: Greeting) {
  const { sandboxUrl, setupUrl, seconds } = more
  say(
    `\n  The shop ${open ? 'is open' : 'is running, closed to visitors,'} at ${siteUrl}   (${seconds} s)`,
  )
  if (!secureContext) say(`  ${noHttps}`)
  if (unencrypted.length > 0) say(`  ${noEncryption(unencrypted)}`)
  if (setupUrl) say(`  Make this shop yours: ${setupUrl}`)
  if (sandboxUrl) {
    say(`  Test mode: email and payments are at ${sandboxUrl}`)
    say('  Sign in as  admin / Admin1234  ·  support / Support1234  ·  customer / Customer1234')
  }
  say('  Press Ctrl-C to stop.\n')
}

/** In milliseconds. A service manager kills the process after a minute. */
const stopWithin = 50_000

let stopping = false
async function stop(code: number) {
  if (stopping) return
  stopping = true
  setTimeout(() => {
    console.error(
      `  Some jobs had not finished after ${stopWithin / 1000} seconds and were stopped. The next process starts them again.`,
    )
    process.exit(1)
  }, stopWithin).unref()
  // Close in reverse order: first stop accepting requests, then jobs, then close the database.
  for (const end of started.reverse()) await end().catch((error) => console.error(error))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!stopping) say('  Stopping…')
    void stop(0)
  })
}

start().catch((error) => {
  // Startup steps that are still running fail when the process shuts down.
  if (stopping) return
  const sentence = sentenceOf(error)
  console.error(sentence === undefined ? error : `  ${sentence}`)
  void stop(1)
})
