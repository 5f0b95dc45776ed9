import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { join } from 'node:path'
import { keptOrMade } from '#server/kernel/key-file.ts'
import { StartError } from '#server/kernel/start-error.ts'

export type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; id: string }

/** Names a public key: the first 8 bytes, in hex, of the SHA-256 of its SPKI in DER. */
export function keyIdOf(publicKey: KeyObject): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex').slice(0, 16)
}

/**
 * The Ed25519 key that signs loaders: `pem` (PKCS 8) when the operator gives one, else the one in
 * the data folder, made at the first start. Several machines need one key between them, so they
 * need `pem`. Throws a StartError that names the key that cannot be used.
 */
export async function loadSigningKey(dataDir: string, pem?: string): Promise<SigningKey> {
  if (pem) return signingKey(pem, 'LOADER_SIGNING_KEY')
  const path = join(dataDir, 'keys', 'loader-ed25519.pem')
  return signingKey(await keptOrMade(path, makePem), path)
}

function signingKey(pem: string, origin: string): SigningKey {
  let privateKey: KeyObject | undefined
  try {
    privateKey = createPrivateKey(pem)
  } catch {
    // Node's own message could quote the key.
  }
  if (privateKey?.asymmetricKeyType !== 'ed25519') {
    throw new StartError(`${origin} must hold an Ed25519 private key in PEM.`)
  }
  const publicKey = createPublicKey(privateKey)
  return { privateKey, publicKey, id: keyIdOf(publicKey) }
}

const makePem = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
