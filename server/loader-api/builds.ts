import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SigningKeys } from '#server/loader/signing-key.ts'
import { verifyBlock } from '#server/loader/stamp.ts'
import type { Build } from './decide.ts'

const mostKnown = 10_000

/**
 * Answers what the stamp of a loader says, when one of the keys signed it, else null. A loader brings
 * the same one with every validation: it is checked once, as neither its bytes nor the keys change.
 */
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
