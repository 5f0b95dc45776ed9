/**
 * Verifies the shop's responses in the reference client: it trusts only data signed with a trusted
 * key.
 */
import { createPublicKey, verify } from 'node:crypto'

type Said = { code: string; sentence: string; advice: string; nonce: string; time: number }
export type Answer = Said & { [name: string]: unknown }

/** A public key from its 32 bytes in base64url. */
export const publicKeyOf = (raw: string) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' })

/**
 * Returns the shop's response to the request with that nonce. Throws if no trusted key signed it.
 */
export function readAnswer(
  text: string,
  { signature, nonce, trusted }: { signature: string; nonce: string; trusted: string[] },
): Answer {
  const signed = Buffer.from(`loadout loader answer 1\0${text}`)
  const genuine = trusted.some((key) =>
    verify(null, signed, publicKeyOf(key), Buffer.from(signature, 'base64url')),
  )
  const answer = genuine ? (JSON.parse(text) as Answer) : null
  if (answer?.nonce !== nonce) throw new Error('The response is not authentic')
  return answer
}

type Entitled = { build: string; products: { slug: string }[]; not_after: string }

/**
 * Returns the content of an entitlement if a trusted key signed it and it has not expired,
 * otherwise null. The caller must still compare the product, and the build with the loader's own.
 */
export function readEntitlement(
  { payload, signature }: { payload: string; signature: string },
  trusted: string[],
  now = Date.now(),
) {
  const bytes = Buffer.from(payload, 'base64url')
  const signed = Buffer.concat([Buffer.from('loadout loader entitlement 1\0'), bytes])
  const genuine = trusted.some((key) =>
    verify(null, signed, publicKeyOf(key), Buffer.from(signature, 'base64url')),
  )
  const said = genuine ? (JSON.parse(bytes.toString()) as Entitled) : null
  return said && Date.parse(said.not_after) > now ? said : null
}
