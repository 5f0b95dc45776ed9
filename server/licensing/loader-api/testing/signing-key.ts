import type { KeyObject } from 'node:crypto'
import { keyIdOf, type SigningKey } from '#server/licensing/loader/signing-key.ts'

export function signingKeyOf(pair: { privateKey: KeyObject; publicKey: KeyObject }): SigningKey {
  return { ...pair, id: keyIdOf(pair.publicKey) }
}
