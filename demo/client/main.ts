/** `npm run loader -- [shop] [product]` runs the reference client as an interactive loader. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname, type as system, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readEntitlement } from './answers.ts'
import { type Kept, LoaderClient, newKey } from './client.ts'
import { thisComputer } from './computer.ts'
import { Away, awayFor, failureOf, Refused } from './failures.ts'
import { fetchModule } from './module.ts'
import { fetchStamp } from './stamp.ts'

type Entitlement = { payload: string; signature: string; key: string }
type Session = { id: string; beat_seconds: number }
/** The number of consecutive heartbeats that may fail before the shop releases the session. */
const mostMissed = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // The shop's public key. A real loader has it built in.
  options: { key: { type: 'string', multiple: true } },
})
const shop = (positionals[0] ?? 'http://localhost:3000').replace(/\/+$/, '')
const wanted = positionals[1]
const say = (text: string) => console.log(`  ${text}`)

const noShop = new Error(`There is no shop at ${shop}`)

async function ask<Result>(at: string): Promise<Result> {
  try {
    const response = await fetch(`${shop}/api${at}`, { signal: AbortSignal.timeout(20_000) })
    const text = await response.text()
    const failure = response.status === 200 ? null : failureOf(response.status, text)
    if (failure instanceof Away && response.status < 500) throw noShop
    if (failure) throw failure
    return JSON.parse(text) as Result
  } catch (error) {
    if (error === noShop || error instanceof SyntaxError) throw noShop
    throw error instanceof Refused ? error : awayFor(error)
  }
}

function fileOf(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url?.protocol.startsWith('http'))
    throw new Error(`“${address}” is not a valid shop address. Example: http://localhost:3000`)
  return path.join(tmpdir(), `loadout-loader-${url.host.replace(/[^\w.-]/g, '-')}.json`)
}

type File = Kept & { offline?: Record<string, Entitlement>; trusted?: string[] }

function read(file: string): File {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as File
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { key: newKey() }
    throw new Error(`${file} cannot be read. Delete it and link this device again.`)
  }
}

/** Writes atomically, readable only by the owner. */
function write(file: string, kept: File) {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw new Error(`${file} cannot be written: ${(error as Error).message}`)
  }
}

async function pair(client: LoaderClient) {
  // Tests that the file can be written before asking the customer: a link that cannot be stored is
  // useless.
  client.options.keep?.(client.options.kept)
  const begun = await client.pair({ name: hostname().slice(0, 60), os: system() })
  say(`Open ${begun.verification_uri_complete}`)
  say(`and link this device. It shows the code ${begun.user_code}.`)
  const stop = () => {
    say(`No device was linked. The code ${begun.user_code} will expire.`)
    process.exit(130)
  }
  process.once('SIGINT', stop)
  for (let wait = begun.interval; ; ) {
    await delay(wait * 1000)
    try {
      await client.fetchTokens(begun.device_code)
      process.off('SIGINT', stop)
      return say('Linked.')
    } catch (error) {
      // After a short outage, the shop still knows the code.
      if (error instanceof Away) say(`${error.message}. Retrying.`)
      else if (!(error instanceof Refused)) throw error
      else if (error.code === 'slow_down') wait += 5
      else if (error.code !== 'authorization_pending') throw error
    }
  }
}

/** Prints what may be started while the shop is unavailable, according to its last responses. */
function sayOffline({ offline = {}, trusted = [] }: File) {
  for (const [product, entitlement] of Object.entries(offline)) {
    const said = readEntitlement(entitlement, trusted)
    if (said?.products.some(({ slug }) => slug === product))
      say(`${product}: offline until ${said.not_after}.`)
  }
}

async function play(client: LoaderClient, product: string) {
  const { code, sentence, stamp } = await fetchStamp(client, product, {
    onWait: () => say(`${product}: your loader is being built.`),
  })
  if (code !== 'VALID' && !stamp) {
    say(`${product}: ${sentence}`)
    return code
  }
  const answer = await client.validate(product, thisComputer(), stamp)
  say(`${product}: ${answer.sentence} ${answer.advice}`)
  const kept = client.options.kept as File
  const { [product]: _, ...others } = kept.offline ?? {}
  const entitlement = answer.entitlement as Entitlement | null
  kept.offline = { ...others, ...(entitlement && { [product]: entitlement }) }
  client.options.keep?.(kept)
  const session = answer.session as Session | null
  if (!session) return answer.code
  const module = await fetchModule(client, product)
  if (module) {
    const { version, channel, size } = module
    say(`Module ${version} (${channel}) downloaded: ${size} bytes, as announced.`)
  }
  say('Running now. Press Ctrl-C to stop.')
  const ends = new AbortController()
  process.once('SIGINT', () => ends.abort())
  return beat(client, session, ends.signal)
}

async function beat(client: LoaderClient, { id, beat_seconds }: Session, ends: AbortSignal) {
  for (let missed = 0; ; ) {
    await delay(beat_seconds * 1000, undefined, { signal: ends }).catch(() => {})
    try {
      const answer = await (ends.aborted ? client.logout(id) : client.heartbeat(id))
      if (ends.aborted) say('The session has ended.')
      else if (answer.code !== 'VALID') say(`${answer.sentence} ${answer.advice}`)
      if (ends.aborted || answer.code !== 'VALID') return answer.code
      if (missed > 0) say('The shop responds again.')
      missed = 0
    } catch (error) {
      if (!(error instanceof Away)) throw error
      missed += 1
      if (ends.aborted || missed === mostMissed) throw error
      say(`${error.message}. Missed ${missed} of ${mostMissed} heartbeats.`)
    }
  }
}

async function main() {
  const file = fileOf(shop)
  const kept = read(file)
  try {
    return await start(kept, (now) => write(file, now))
  } catch (error) {
    if (error instanceof Away) sayOffline(kept)
    throw error
  }
}

async function start(kept: File, keep: (now: Kept) => void) {
  const { keys } = await ask<{ keys: { public_key: string }[] }>('/loader/v1/keys')
  const trusted = values.key ?? keys.map((key) => key.public_key)
  kept.trusted = trusted
  const client = new LoaderClient({ shop, trusted, kept, keep })
  if (!kept.refresh) await pair(client)
  try {
    await client.refresh()
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'invalid_grant')) throw error
    say('This device is no longer linked.')
    await pair(client)
  }
  const products = wanted
    ? [wanted]
    : (await ask<{ slug: string }[]>('/games')).map(({ slug }) => slug)
  for (const product of products) {
    const code = await play(client, product)
    if (!['NO_SUBSCRIPTION', 'EXPIRED'].includes(code)) return code
  }
  throw new Error('You have no subscription to any of these products.')
}

main().then(
  (code) => process.exit(code === 'VALID' ? 0 : 1),
  (error: Error) => {
    console.error(`  ${error.message}`)
    process.exit(1)
  },
)
