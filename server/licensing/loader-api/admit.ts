import type { KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { loaderBase, mostSkew } from '#contract/licensing/loader-api.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { isSignedBy, loaderKeyOf, type SignedRequest } from './signing.ts'

type Token = { id: number; userId: number; key: KeyObject; expires: number }

/** The loader signed the request. If `problem` is set, it decides the answer to any request. */
export type Admitted = Token & {
  nonce: string
  problem: 'CLOCK_SKEW' | 'REPLAYED' | 'RATE_LIMITED' | null
}

declare module 'fastify' {
  interface FastifyRequest {
    loader: Admitted | undefined
  }
}

/** A loader needs only a few requests a minute. */
const mostAMinute = 60
export const untilNextMinute = (now: number) => 60 - Math.floor((now % 60_000) / 1000)
const mostTokens = 50_000

/** Tokens and signatures identify paired loaders. Recently used tokens are cached in memory. */
export function openDoor(db: Database, { limited }: { limited: boolean }) {
  const tokens = new LRUCache<string, Token>({ max: mostTokens })
  const nonces = openNonces()
  let counts = new Map<number, number>()
  let minute = 0

  async function findToken(access: string): Promise<Token | undefined> {
    const hash = hashToken(access)
    const name = hash.toString('base64')
    const known = tokens.get(name)
    if (known) return known
    const row = await db
      .selectFrom('loader_tokens')
      .select(['id', 'user_id', 'public_key', 'access_expires_at'])
      .where('access_hash', '=', hash)
      .executeTakeFirst()
    if (!row) return undefined
    const token = {
      id: row.id,
      userId: row.user_id,
      key: loaderKeyOf(row.public_key),
      expires: row.access_expires_at.getTime(),
    }
    tokens.set(name, token)
    return token
  }

  function isTooMuch(id: number, now: number): boolean {
    const current = Math.floor(now / 60_000)
    if (current !== minute) {
      counts = new Map()
      minute = current
    }
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return limited && count > mostAMinute
  }

  /** Throws 401 if the sender is not a paired loader or did not sign the request. */
  return async function admit(request: FastifyRequest): Promise<Admitted> {
    const access = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = access && (await findToken(access))
    if (!token) throw new Refusal(commonRefusals.unpaired)
    const now = clock.now()
    if (token.expires <= now) throw new Refusal(commonRefusals.token_expired)
    const { nonce, time } = requireSigned(request, token.key)
    return { ...token, nonce, problem: problemOf() }

    function problemOf(): Admitted['problem'] {
      if (Math.abs(now - time) > mostSkew * 1000) return 'CLOCK_SKEW'
      if (!nonces.take(`${(token as Token).id} ${nonce}`, now)) return 'REPLAYED'
      return isTooMuch((token as Token).id, now) ? 'RATE_LIMITED' : null
    }
  }
}

/** Returns the values of the headers. Throws `bad_signature`. */
export function requireSigned(request: FastifyRequest, key: KeyObject) {
  const { headers, method, url, rawBody } = request
  const nonce = String(headers['loadout-nonce'] ?? '')
  const time = Number(headers['loadout-time'])
  const signature = Buffer.from(String(headers['loadout-signature'] ?? ''), 'base64url')
  const path = url.slice(Math.max(0, url.indexOf(`${loaderBase}/`))).replace(/\?.*$/, '')
  const signed: SignedRequest = { method, path, time, nonce, body: rawBody ?? Buffer.alloc(0) }
  const inForm = /^[\w-]{16,64}$/.test(nonce) && Number.isSafeInteger(time)
  if (!inForm || !isSignedBy(key, signed, signature))
    throw new Refusal(commonRefusals.bad_signature)
  return { nonce, time }
}

/**
 * Nonces of requests that could still be replayed, in two sets. The older set is discarded when the
 * newer one covers the full allowed clock skew in both directions.
 */
function openNonces() {
  const lasts = 2 * mostSkew * 1000
  let older = new Set<string>()
  let newer = new Set<string>()
  let began = 0
  return {
    take(nonce: string, now: number): boolean {
      if (now - began > lasts) {
        older = now - began > 2 * lasts ? new Set() : newer
        newer = new Set()
        began = now
      }
      if (older.has(nonce) || newer.has(nonce)) return false
      newer.add(nonce)
      return true
    },
  }
}
