import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { pairings } from '#contract/licensing/pairings.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import type { Build } from '#server/licensing/loader-api/decide.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { lockRow } from '#server/platform/users/users.ts'

const lives = 600
const interval = 5
const mostAnHour = 10
/** Excludes vowels, so that no words appear, and letters that look alike. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

type NewPairing = {
  publicKey: Buffer
  name: string
  os: string
  build: Build | null
  address: string
}

export async function beginPairing(db: Database, siteUrl: string, asked: NewPairing) {
  const deviceCode = newToken()
  const userCode = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  await db
    .insertInto('loader_pairings')
    .values({
      device_code_hash: hashToken(deviceCode),
      user_code: userCode,
      public_key: asked.publicKey,
      name: asked.name,
      os: asked.os,
      build: asked.build && JSON.stringify(asked.build),
      address: asked.address,
      seconds: interval,
      expires_at: sql<Date>`now() + make_interval(secs => ${lives})`,
    })
    .execute()
  const shown = shownCode(userCode)
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: `${siteUrl}/link`,
    verification_uri_complete: `${siteUrl}/link?code=${shown}`,
    expires_in: lives,
    interval,
  }
}

const shownCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`
const typedCode = (code: string) => code.toUpperCase().replace(/[^A-Z]/g, '')

/** Throws `unknown_pairing_code`, also if the user may not approve the pairing. */
export async function getPairing(db: Database, userId: number, code: string) {
  const found = await findWaiting(db, code)
  return {
    code: shownCode(found.user_code),
    name: found.name,
    os: found.os,
    address: found.address,
    asked_at: found.created_at,
    build: whose(found.build as Build | null, userId),
  }
}

function whose(build: Build | null, userId: number) {
  if (!build) return 'none' as const
  return build.uid === userId ? ('yours' as const) : ('not_yours' as const)
}

async function findWaiting(db: Database, code: string, { lock = false } = {}) {
  const found = await db
    .selectFrom('loader_pairings')
    .select(['id', 'user_code', 'name', 'os', 'address', 'created_at', 'build'])
    .where('user_code', '=', typedCode(code))
    .where('status', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Refusal(pairings.get.refusals.unknown_pairing_code)
  return found
}

/** Idempotent. Refuses an unknown code, another user's loader, and too many attempts an hour. */
export function answerPairing(db: Database, userId: number, code: string, approve: boolean) {
  return transaction(db, async (tx) => {
    // Serialise the requests of one user, so that they are counted.
    await lockRow(tx, userId)
    if (await isAnswered(tx, userId, code, approve)) return { paired: approve }
    const found = await findWaiting(tx, code, { lock: true })
    if (approve) await requireAllowed(tx, userId, found.build as Build | null)
    await tx
      .updateTable('loader_pairings')
      .set({ status: approve ? 'approved' : 'denied', user_id: userId })
      .where('id', '=', found.id)
      .execute()
    await writeLog(tx, {
      source: 'loader',
      message: approve ? 'Loader linked' : 'Loader declined',
      details: { device_name: found.name, device_os: found.os },
      userId,
    })
    return { paired: approve }
  })
}

async function isAnswered(tx: Tx, userId: number, code: string, approve: boolean) {
  const found = await tx
    .selectFrom('loader_pairings')
    .select('id')
    .where('user_code', '=', typedCode(code))
    .where('user_id', '=', userId)
    .where('status', '=', approve ? 'approved' : 'denied')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

async function requireAllowed(tx: Tx, userId: number, build: Build | null) {
  const { refusals } = pairings.answer
  if (whose(build, userId) === 'not_yours') throw new Refusal(refusals.build_not_yours)
  const { count } = await tx
    .selectFrom('loader_pairings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'approved')
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (count >= mostAnHour) throw new Refusal(refusals.too_many_pairings)
}
