/** `npm run loader -- [shop] [product]`: the reference client as a loader that one can play with. */
import { readFile, writeFile } from 'node:fs/promises'
import { hostname, type as system, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kept, LoaderClient, newKey, Refused } from './client.ts'
import { thisComputer } from './computer.ts'
import { fetchModule } from './module.ts'
import { fetchStamp } from './stamp.ts'

const [shop = 'http://localhost:3000', wanted] = process.argv.slice(2)
const file = path.join(tmpdir(), `loadout-loader-${new URL(shop).host.replace(':', '-')}.json`)
const say = (text: string) => console.log(`  ${text}`)

async function ask<Result>(at: string): Promise<Result> {
  const response = await fetch(`${shop}/api${at}`)
  return (await response.json()) as Result
}

/** A real loader has the keys from its build. This one is built for no shop, and believes the first. */
async function openClient() {
  const { keys } = await ask<{ keys: { public_key: string }[] }>('/loader/v1/keys')
  const trusted = keys.map((key) => key.public_key)
  const kept = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Kept,
    () => ({ key: newKey() }),
  )
  const keep = (now: Kept) => void writeFile(file, JSON.stringify(now), { mode: 0o600 })
  return new LoaderClient({ shop, trusted, kept, keep })
}

async function pair(client: LoaderClient) {
  const begun = await client.pair({ name: hostname().slice(0, 60), os: system() })
  say(`Open ${begun.verification_uri_complete}`)
  say(`and pair this computer. It shows the code ${begun.user_code}.`)
  for (let wait = begun.interval; ; ) {
    await delay(wait * 1000)
    try {
      return await client.fetchTokens(begun.device_code)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 400) throw error
      if (error.code === 'slow_down') wait += 5
      else if (error.code !== 'authorization_pending') throw error
    }
  }
}

async function play(client: LoaderClient, product: string) {
  const { code, stamp } = await fetchStamp(client, product)
  if (code !== 'VALID') return code
  const answer = await client.validate(product, thisComputer(), stamp)
  say(`${product}: ${answer.sentence} ${answer.advice}`)
  const session = answer.session as { id: string; beat_seconds: number } | null
  if (!session) return answer.code
  const module = await fetchModule(client, product)
  if (module) {
    const { version, channel, size } = module
    say(`Module ${version} (${channel}) fetched: ${size} bytes, as announced.`)
  }
  say('Running now. Ctrl-C ends it.')
  process.once('SIGINT', () => {
    client.logout(session.id).finally(() => process.exit())
  })
  for (;;) {
    await delay(session.beat_seconds * 1000)
    const beat = await client.heartbeat(session.id)
    if (beat.code !== 'VALID') {
      say(`${beat.sentence} ${beat.advice}`)
      return beat.code
    }
  }
}

const client = await openClient()
try {
  if (!client.options.kept.refresh) await pair(client)
  await client.refresh()
} catch (error) {
  if (!(error instanceof Refused && error.code === 'invalid_grant')) throw error
  say('This computer is not paired any more.')
  await pair(client)
}
const products = wanted
  ? [wanted]
  : (await ask<{ slug: string }[]>('/games')).map(({ slug }) => slug)
for (const product of products) {
  const code = await play(client, product)
  if (!['NO_SUBSCRIPTION', 'EXPIRED'].includes(code)) break
  say(`${product}: ${code}`)
}
