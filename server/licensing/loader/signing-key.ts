import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { join } from 'node:path'
import { StartError } from '#server/kernel/config/start-error.ts'
import { keptOrMade } from '#server/kernel/secrets/key-file.ts'

export type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; id: string }

/** The id of a public key: the first 8 bytes, in hex, of the SHA-256 of its SPKI in DER. */
export function keyIdOf(publicKey: KeyObject): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex').slice(0, 16)
}

/** The first key signs. The others are future or former keys, and their signatures are valid. */
export type SigningKeys = [SigningKey, ...SigningKey[]]

/** Several machines need the same keys, so they need `pem`. Throws a StartError for a bad key. */
export async function loadSigningKeys(dataDir: string, pem?: string): Promise<SigningKeys> {
  if (pem) return signingKeys(pem, 'LOADER_SIGNING_KEY')
  const path = join(dataDir, 'keys', 'loader-ed25519.pem')
  return signingKeys(await keptOrMade(path, makePem), path)
}

function signingKeys(text: string, origin: string): SigningKeys {
  const pems = text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [text]
  return pems.map((pem) => signingKey(pem, origin)) as SigningKeys
}

function signingKey(pem: string, origin: string): SigningKey {
  let privateKey: KeyObject | undefined
  try {
    privateKey = createPrivateKey(pem)
  } catch {
    // Node's own error message could quote the key.
  }
  if (privateKey?.asymmetricKeyType !== 'ed25519') {
    throw new StartError(`${origin} must contain an Ed25519 private key in PEM.`)
  }
  const publicKey = createPublicKey(privateKey)
  return { privateKey, publicKey, id: keyIdOf(publicKey) }
}

const makePem = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
