import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SigningKeys } from '#server/licensing/loader/signing-key.ts'
import { verifyBlock } from '#server/licensing/loader/stamp.ts'
import type { Build } from './decide.ts'

const mostKnown = 10_000

/** Null unless one of the keys signed it. Cached, because every validation sends the stamp. */
export function openBuilds(keys: SigningKeys) {
  const known = new LRUCache<string, Build>({ max: mostKnown })

  return function buildOf(block: string | null | undefined): Build | null {
    if (!block) return null
    const name = createHash('sha256').update(block).digest('base64')
    const before = known.get(name)
    if (before) return before
    const stamp = verifyBlock(Buffer.from(block, 'base64url'), keys)
    if (!stamp) return null
    const { build, uid, version, issued_at } = stamp
    known.set(name, { build, uid, version, issued_at })
    return { build, uid, version, issued_at }
  }
}
