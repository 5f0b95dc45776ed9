import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  return signingKey(await keptOrMade(path), path)
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

async function keptOrMade(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (kept !== undefined) return kept
  const { privateKey } = generateKeyPairSync('ed25519')
  const temporary = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flush: true,
  })
  try {
    // Unlike a rename, a link never replaces: of processes that start at once, one wins.
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
  return readFile(path, 'utf8')
}
