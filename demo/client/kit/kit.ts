import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../answers.ts'
import { type Kept, LoaderClient, newKey } from '../client.ts'
import { Refused } from '../failures.ts'
import { fetchFile, fetchModule, type Offered } from '../module.ts'
import { fetchStamp } from '../stamp.ts'
import { playAnswers } from './answers.ts'
import { nameOf, partsOf, playComputers } from './computers.ts'
import { playRequests } from './requests.ts'

export type Row = { tried: string; expected: string; got: string }
export const isFine = ({ expected, got }: Row) => got === expected

export type Given = {
  shop: string
  product: string
  /** The shop's public keys. */
  trusted: string[]
  /** Stamps of loaders of other customers, and of one below the shop's minimum version. */
  strangers?: string | undefined
  old?: string | undefined
  /** A product whose time is frozen for the customer. */
  frozen?: string | undefined
  /** The stamp of a loader of the customer that staff revoked. */
  revoked?: string | undefined
  approve: (begun: { user_code: string; verification_uri_complete: string }) => Promise<unknown>
  /** Advances the shop's clock. */
  pass: (seconds: number) => Promise<unknown>
  /** Called with each row as soon as it is complete. */
  say?: (row: Row) => void
}

export type Kit = {
  given: Given
  client: LoaderClient
  /** The stamp of the customer's own loader. */
  build: string | null
  /** Creates another loader object with the same link, or with none. */
  another: (kept: Kept, shop?: string) => LoaderClient
  play: (tried: string, expected: string, got: () => Promise<Answer | string>) => Promise<void>
}

/** The result of an attempt: the code of a response or refusal, or a description of the error. */
async function outcomeOf(attempt: () => Promise<Answer | string>): Promise<string> {
  try {
    const answer = await attempt()
    return typeof answer === 'string' ? answer : answer.code
  } catch (error) {
    if (error instanceof Refused) return `${error.status} ${error.code}`
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Runs the lifecycle of a loader against a shop, and reports the result of each step. The customer
 * who approves must have a subscription to the product and no other bound device.
 */
export async function playKit(given: Given): Promise<Row[]> {
  const rows: Row[] = []
  const play: Kit['play'] = async (tried, expected, attempt) => {
    const row = { tried, expected, got: await outcomeOf(attempt) }
    rows.push(row)
    given.say?.(row)
  }
  const { trusted } = given
  const client = new LoaderClient({ shop: given.shop, trusted, kept: { key: newKey() } })
  const another: Kit['another'] = (kept, shop = given.shop) => {
    const loader = new LoaderClient({ shop, trusted, kept: { ...kept } })
    loader.ahead = client.ahead
    return loader
  }
  const kit: Kit = { given, client, build: null, another, play }

  await pair(kit)
  if (!client.options.kept.access) return rows
  await play('The customer’s own loader', 'VALID, as announced', () => download(kit))
  await playComputers(kit)
  await playUpdate(kit)
  await playRequests(kit)
  await playAnswers(kit)
  await playBeats(kit)
  await playFrozen(kit)
  return rows
}

async function pair({ given, client, another, play }: Kit) {
  const begun = await client.pair({ name: 'Loader kit', os: 'Loader kit' })
  const fetch = (by = client) => by.fetchTokens(begun.device_code).then(() => 'linked')
  await play('Fetching tokens before approval', '400 authorization_pending', fetch)
  await play('Fetching tokens again immediately', '400 slow_down', fetch)
  const thief = another({ key: newKey() })
  await play('Fetching tokens with another key', '401 bad_signature', () => fetch(thief))
  await given.approve(begun)
  await play('Fetching tokens after approval', 'linked', async () => {
    // The shop has already requested five more seconds. If nobody approves, the code expires.
    for (let wait = begun.interval + 5; ; await delay(wait * 1000)) {
      const outcome = await outcomeOf(fetch)
      if (outcome === '400 slow_down') wait += 5
      else if (outcome !== '400 authorization_pending') return outcome
    }
  })
  await play('Refreshing the access token', 'another', async () => {
    const before = client.options.kept.access
    await client.refresh()
    return client.options.kept.access === before ? 'the same' : 'another'
  })
}

/**
 * Downloads the build of the customer's own loader. Returns whether the file matches the shop's
 * announcement.
 */
async function download(kit: Kit) {
  const { client, given } = kit
  const { code, stamp } = await fetchStamp(client, given.product, { patience: 20 })
  kit.build = stamp
  if (!stamp) return `${code}, no loader to download`
  const { loader } = await client.release(given.product)
  await fetchFile(loader as Offered)
  return `${code}, as announced`
}

/** For a product with a module: tests what the loader fetches when there is a newer one. */
async function playUpdate({ client, given, play }: Kit) {
  // The rows report a shop whose responses cannot be trusted.
  const offered = await client.release(given.product).then(
    ({ release }) => release as Offered | null,
    () => undefined,
  )
  if (offered === null) return
  await play('Update: the product’s module', 'as announced', async () => {
    const module = await fetchModule(client, given.product)
    return module ? 'as announced' : 'no module'
  })
  await play('Update: an address without a signature', '404', async () => {
    if (!offered) return 'no address'
    const address = offered.address.replace(/[^./]+(?=\.[\w-]+$)/, '1')
    return String((await fetch(address)).status)
  })
  await play('Update: an unknown product', '404 unknown_product', () =>
    client.release(`no-${randomUUID()}`),
  )
}

async function playBeats(kit: Kit) {
  const { client, given, play } = kit
  const begin = () => client.validate(given.product, partsOf(nameOf(kit.build)), kit.build)
  type Session = { id: string; beat_seconds: number } | null
  let session: Session = null
  const beat = async () => (session ? client.heartbeat(session.id) : 'no session')
  const end = async () => (session ? client.logout(session.id) : 'no session')
  await play('A heartbeat of a running session', 'VALID', async () => {
    session = (await begin()).session as Session
    return beat()
  })
  await play('A heartbeat of an unknown session', 'SESSION_ENDED', () =>
    client.heartbeat(randomUUID()),
  )
  await play('Signing out of the session', 'VALID', end)
  await play('A heartbeat after that', 'SESSION_ENDED', beat)
  await play('A heartbeat after three missed ones', 'SESSION_ENDED', async () => {
    session = (await begin()).session as Session
    if (session) await given.pass(3 * session.beat_seconds + 5)
    return beat()
  })
  await play('Validating again after that', 'VALID, another session', async () => {
    const answer = await begin()
    const now = answer.session as Session
    return `${answer.code}, ${now?.id === session?.id ? 'the same' : 'another'} session`
  })
  await play('Signing out', 'VALID', async () => {
    session = (await begin()).session as Session
    return end()
  })
}

async function playFrozen({ client, given: { frozen }, build, play }: Kit) {
  if (!frozen) return
  await play('A product whose time is frozen', 'FROZEN, no session', async () => {
    const answer = await client.validate(frozen, partsOf(nameOf(build)), build)
    return `${answer.code}, ${answer.session ? 'a' : 'no'} session`
  })
}
