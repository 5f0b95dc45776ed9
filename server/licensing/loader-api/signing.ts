import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { SigningKey } from '#server/licensing/loader/signing-key.ts'

// A signature must not be valid for another purpose. The loader's stamp has a context too.
const contexts = {
  request: 'loadout loader request 1\0',
  answer: 'loadout loader answer 1\0',
  entitlement: 'loadout loader entitlement 1\0',
} as const

export type SignedRequest = {
  method: string
  /** Starts at `/loader/v1/` and has no query. Any prefix depends on how the shop is deployed. */
  path: string
  /** Milliseconds since 1970, by the loader's clock. */
  time: number
  nonce: string
  body: Uint8Array
}

/** The bytes that a loader signs: one line for each part, and the hash of the body. */
export function requestBytes({ method, path, time, nonce, body }: SignedRequest): Buffer {
  const hash = createHash('sha256').update(body).digest('hex')
  return Buffer.from(`${contexts.request}${method}\n${path}\n${time}\n${nonce}\n${hash}`)
}

export function isSignedBy(key: KeyObject, request: SignedRequest, signature: Buffer): boolean {
  return signature.length === 64 && verify(null, requestBytes(request), key, signature)
}

export function signAnswer({ privateKey }: SigningKey, body: string): string {
  return sign(null, Buffer.from(contexts.answer + body), privateKey).toString('base64url')
}

export type Entitlement = {
  v: 1
  uid: number
  device: number
  build: string
  products: { slug: string; ends_at: string }[]
  issued_at: string
  not_after: string
}

export function signEntitlement({ privateKey, id }: SigningKey, entitlement: Entitlement) {
  const payload = Buffer.from(JSON.stringify(entitlement))
  const signature = sign(
    null,
    Buffer.concat([Buffer.from(contexts.entitlement), payload]),
    privateKey,
  )
  return {
    payload: payload.toString('base64url'),
    signature: signature.toString('base64url'),
    key: id,
  }
}

export function entitledUntil(endsAt: number, now: number, hours: number): number {
  return Math.min(endsAt, now + hours * 3_600_000)
}

/** The public key of a loader, from the 32 bytes of RFC 8032. */
export function loaderKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  })
}

/** The 32 bytes of a public key, the form that libraries of other languages accept. */
export function rawOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x!
}
