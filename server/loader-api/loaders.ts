import { createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { LoaderCode } from '#contract/loader-codes.ts'
import { openHeat } from '#server/devices/heat.ts'
import type { Changes } from '#server/kernel/changes.ts'
import { clock } from '#server/kernel/clock.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { sealedSecret } from '#server/kernel/sealed-secret.ts'
import type { Keyring } from '#server/kernel/sealing.ts'
import type { SigningKeys } from '#server/loader/signing-key.ts'
import { missedBeats } from '#server/settings/beats.ts'
import type { Standing } from '#server/settings/settings.ts'
import { openDoor } from './admit.ts'
import { openBuilds } from './builds.ts'
import { type Rules, standingOfLoader } from './decide.ts'
import { readFacts } from './facts.ts'
import { endSession, findSession, writeBeats } from './live-sessions.ts'

/** A session that this process has heard of. Nothing of it changes without `access` being told. */
type Live = {
  tokenId: number
  userId: number
  slug: string
  endsAt: number
  beat: number
}

/** Of so many users it is known when their access changed last. */
const mostHeardOf = 10_000

/** How often beats are written, in milliseconds: a process that dies loses that much of them. */
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
 * What a process holds of the loaders that are paired and running. Heartbeats touch memory only and
 * are written together; what takes a customer's access away is told by the database, and their
 * sessions are looked at again with the next beat.
 */
export async function openLoaders({ db, changes, config, settings, ring, keys }: Given) {
  const markSecret = await sealedSecret(db, ring, 'device marks')
  const live = new Map<string, Live>()
  const ofUser = new Map<number, Set<string>>()
  const unwritten = new Set<string>()
  let writing: Promise<void> | null = null
  // Changes of access are numbered, so that what was read before one and comes after it is not kept.
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

  /** Most loaders are ended without a word: what nobody beats any more is not held for ever. */
  function dropLost() {
    const since = clock.now() - rules().lostAfter
    for (const [session, { beat }] of live) if (beat <= since) drop(session)
  }

  /** At once: the next beat of each looks at the database. A beat that was not written is lost. */
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
    // A product is taken off, its time stands still, or the shop is closed.
    if (topic === 'catalogue' || topic === 'stills' || topic === 'settings') hear(null)
  })

  /** Keeps what was read after so many changes were heard of; when one came since, the next beat looks again. */
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

  /** Whether that loader's session goes on, by memory where it is known. */
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
    // Why it ended says more than that it did.
    const refused = facts ? standingOfLoader(facts, rules(), clock.now()) : null
    if (isOver || !facts || refused) {
      await end(token.id, session)
      return refused ?? 'SESSION_ENDED'
    }
    const { id: tokenId, userId } = token
    note(session, { tokenId, userId, slug: row.slug, endsAt: facts.endsAt! }, since)
    return 'VALID'
  }

  /** Ends the session of that loader; one that is over stays so. */
  async function end(tokenId: number, session: string) {
    if (live.get(session)?.tokenId === tokenId) drop(session)
    await endSession(db, tokenId, session)
  }

  /**
   * Writes the beats since the last time, in one statement. What was ended meanwhile, by another process
   * or as lost before its last beat was written, is forgotten: its next beat hears so. One at a time:
   * who waits for it finds nothing of an earlier one under way.
   */
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

  // While the database is away beats stay, and are written when it is back.
  const timer = setInterval(() => {
    if (!writing) void write().catch(() => {})
  }, writeEvery)
  timer.unref()

  return {
    /** Null when it cannot be read: then no computer can be told. */
    markKey: markSecret && createSecretKey(markSecret),
    keys,
    buildOf: openBuilds(keys),
    heat: openHeat(db, config),
    admit: openDoor(db, { limited: config.rateLimits }),
    rules,
    /** How many changes of access were heard of, to be asked before what `note` keeps is read. */
    heard: () => heard,
    note,
    beat,
    end,
    write,
    /** As after a restart. */
    forgetAll: () => forget(live.keys()),
    /** How many sessions this process has in memory. */
    count: () => live.size,
    async stop() {
      clearInterval(timer)
      await write().catch(() => {})
    },
  }
}
