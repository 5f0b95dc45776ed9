import { createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { LoaderCode } from '#contract/licensing/loader-codes.ts'
import type { Changes } from '#server/kernel/cache/changes.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { sealedSecret } from '#server/kernel/secrets/sealed-secret.ts'
import type { Keyring } from '#server/kernel/secrets/sealing.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { openHeat } from '#server/licensing/devices/heat.ts'
import type { SigningKeys } from '#server/licensing/loader/signing-key.ts'
import { missedBeats } from '#server/platform/settings/beats.ts'
import type { Standing } from '#server/platform/settings/settings.ts'
import { openDoor } from './admit.ts'
import { openBuilds } from './builds.ts'
import { type Rules, standingOfLoader } from './decide.ts'
import { readFacts } from './facts.ts'
import { endSession, findSession, writeBeats } from './live-sessions.ts'

/** In this process's memory. An `access` notification announces any change. */
type Live = {
  tokenId: number
  userId: number
  slug: string
  endsAt: number
  beat: number
}

/** The number of users whose latest change of access is remembered. */
const mostHeardOf = 10_000

/** In milliseconds. A process that dies loses the heartbeats of this period. */
const writeEvery = 5000

export type Loaders = Awaited<ReturnType<typeof openLoaders>>

type Given = {
  db: Database
  changes: Changes
  config: Config
  settings: () => Standing
  ring: Keyring
  keys: SigningKeys
}

/**
 * Heartbeats touch only memory, and are written to the database together. When a customer loses
 * access, their sessions are checked in the database at the next heartbeat.
 */
export async function openLoaders({ db, changes, config, settings, ring, keys }: Given) {
  const markSecret = await sealedSecret(db, ring, 'device marks')
  const live = new Map<string, Live>()
  const ofUser = new Map<number, Set<string>>()
  const unwritten = new Set<string>()
  let writing: Promise<void> | null = null
  // Changes are numbered: a value that was read before one and arrives after it is not cached.
  let heard = 0
  let heardOfAll = 0
  const heardOf = new LRUCache<number, number>({ max: mostHeardOf })

  function rules(): Rules {
    const { maintenance_mode, suspend_infractions, loader_minimum, beat_seconds, former_beats } =
      settings()
    const former = former_beats && clock.now() < former_beats.until ? former_beats.seconds : 0
    return {
      maintenance: maintenance_mode,
      suspendAt: suspend_infractions,
      minimum: loader_minimum,
      lostAfter: missedBeats * Math.max(beat_seconds, former) * 1000,
    }
  }

  function drop(session: string) {
    const known = live.get(session)
    if (!known) return
    live.delete(session)
    unwritten.delete(session)
    const others = ofUser.get(known.userId)
    others?.delete(session)
    if (others?.size === 0) ofUser.delete(known.userId)
  }

  /** Most loaders exit without notice, so sessions without heartbeats are removed from memory. */
  function dropLost() {
    const since = clock.now() - rules().lostAfter
    for (const [session, { beat }] of live) if (beat <= since) drop(session)
  }

  /** The next heartbeat of each session queries the database. Unwritten heartbeats are lost. */
  function forget(sessions: Iterable<string>) {
    for (const session of [...sessions]) drop(session)
  }

  function hear(userId: number | null) {
    heard += 1
    if (userId === null) heardOfAll = heard
    else heardOf.set(userId, heard)
    forget(userId === null ? live.keys() : (ofUser.get(userId) ?? []))
  }

  changes.onAccess(hear)
  changes.on((topic) => {
    // A product is set offline, its time is frozen, or the shop is in maintenance mode.
    if (topic === 'catalogue' || topic === 'stills' || topic === 'settings') hear(null)
  })

  /** If another change has arrived since `since`, the next heartbeat queries the database. */
  function note(
    session: string,
    { tokenId, userId, slug, endsAt }: Omit<Live, 'beat'>,
    since: number,
  ) {
    if (Math.max(heardOfAll, heardOf.get(userId) ?? 0) > since) return drop(session)
    live.set(session, { tokenId, userId, slug, endsAt, beat: clock.now() })
    unwritten.add(session)
    const others = ofUser.get(userId) ?? new Set()
    ofUser.set(userId, others.add(session))
  }

  async function beat(token: { id: number; userId: number }, session: string): Promise<LoaderCode> {
    const known = live.get(session)
    const now = clock.now()
    const { lostAfter } = rules()
    const fresh = known?.tokenId === token.id && now < known.endsAt && now - known.beat < lostAfter
    if (!known || !fresh) return lookUp(token, session)
    known.beat = now
    unwritten.add(session)
    return 'VALID'
  }

  async function lookUp(
    token: { id: number; userId: number },
    session: string,
  ): Promise<LoaderCode> {
    drop(session)
    const since = heard
    const row = await findSession(db, token.id, session)
    const facts = row && (await readFacts(db, token.id, row.slug))
    const isOver = !row || row.ended || row.age >= rules().lostAfter
    // The reason for the end is more useful than the fact that the session has ended.
    const refused = facts ? standingOfLoader(facts, rules(), clock.now()) : null
    if (isOver || !facts || refused) {
      await end(token.id, session)
      return refused ?? 'SESSION_ENDED'
    }
    const { id: tokenId, userId } = token
    note(session, { tokenId, userId, slug: row.slug, endsAt: facts.endsAt! }, since)
    return 'VALID'
  }

  async function end(tokenId: number, session: string) {
    if (live.get(session)?.tokenId === tokenId) drop(session)
    await endSession(db, tokenId, session)
  }

  /** Also forgets sessions that other processes ended. Only one write runs at a time. */
  async function write() {
    while (writing) await writing.catch(() => {})
    writing = writeUnwritten().finally(() => {
      writing = null
    })
    return writing
  }

  async function writeUnwritten() {
    dropLost()
    const ids = [...unwritten]
    if (ids.length === 0) return
    const now = clock.now()
    const ages = ids.map((id) => (now - live.get(id)!.beat) / 1000)
    unwritten.clear()
    try {
      const goOn = await writeBeats(db, { ids, ages })
      forget(ids.filter((id) => !goOn.has(id)))
    } catch (error) {
      for (const id of ids) if (live.has(id)) unwritten.add(id)
      throw error
    }
  }

  // While the database is unavailable, heartbeats stay in memory. They are written when it is back.
  const timer = setInterval(() => {
    if (!writing) void write().catch(() => {})
  }, writeEvery)
  timer.unref()

  return {
    /** Null if the secret cannot be read. Computers cannot be identified then. */
    markKey: markSecret && createSecretKey(markSecret),
    keys,
    buildOf: openBuilds(keys),
    heat: openHeat(db, config),
    admit: openDoor(db, { limited: config.rateLimits }),
    rules,
    /** Changes of access so far. Read it before the data that is passed to `note`. */
    heard: () => heard,
    note,
    beat,
    end,
    write,
    forgetAll: () => forget(live.keys()),
    count: () => live.size,
    async stop() {
      clearInterval(timer)
      await write().catch(() => {})
    },
  }
}
