import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Encrypter } from 'age-encryption'
import { StartError } from '#server/kernel/config/start-error.ts'

/** Loaded only for a backup: the library takes memory, and most processes never make a backup. */
const age = () => import('age-encryption')

export type Bytes = AsyncIterable<Uint8Array>

/**
 * Encrypts in the age format. A passphrase would cost seconds per file, so each backup has its own
 * identity, in its manifest. Only the manifest is encrypted with the passphrase.
 */
export type Cipher = { identity: string; encrypt(plain: Bytes): Promise<Bytes> }

export async function newCipher(): Promise<Cipher> {
  const { Encrypter, generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return {
    identity,
    async encrypt(plain) {
      const encrypter = new Encrypter()
      encrypter.addRecipient(recipient)
      return (await encrypter.encrypt(webOf(plain))) as unknown as Bytes
    },
  }
}

export async function decrypted(identity: string, bytes: Bytes): Promise<Bytes> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return (await decrypter.decrypt(webOf(bytes))) as unknown as Bytes
}

/** `work` is the scrypt work factor, as a power of two. The default is that of age. */
export async function sealText(passphrase: string, text: string, work?: number): Promise<Buffer> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  if (work !== undefined) encrypter.setScryptWorkFactor(work)
  return Buffer.from(await encrypter.encrypt(text))
}

export async function openText(passphrase: string, bytes: Buffer): Promise<string> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(new Uint8Array(bytes), 'text')
  } catch {
    throw new StartError(
      'BACKUP_PASSPHRASE does not open this backup. The passphrase is wrong, or the manifest is damaged.',
    )
  }
}

// The library's types expect the browser's version of the same class.
const webOf = (bytes: Bytes) =>
  Readable.toWeb(
    Readable.from(bytes, { objectMode: false }),
  ) as ReadableStream as unknown as Parameters<Encrypter['encrypt']>[0] &
    globalThis.ReadableStream<Uint8Array>
