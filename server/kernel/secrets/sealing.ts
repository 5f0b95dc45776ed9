import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { StartError } from '#server/kernel/config/start-error.ts'
import { keptOrMade } from './key-file.ts'

/** The current key, which encrypts and decrypts, and former keys, which only decrypt. */
export type Keyring = {
  current: { id: string; key: Buffer }
  keys: Map<string, Buffer>
  /** Where the keys come from, in terms that an operator knows. */
  origin: string
}

export type Sealed = { key_id: string; sealed: Buffer }

const nonceLength = 12
const tagLength = 16

/** `given` keys are separated by commas, newest first. Several machines must have the same ones. */
export async function loadKeyring(dataDir: string, given?: string): Promise<Keyring> {
  if (given) return keyring(given.split(','), 'SECRETS_KEY', true)
  const path = join(dataDir, 'keys', 'secrets.key')
  const kept = await keptOrMade(path, () => `${randomBytes(32).toString('base64')}\n`)
  return keyring([kept], path, false)
}

function keyring(texts: string[], origin: string, given: boolean): Keyring {
  const keys = texts.map((text) => {
    const key = readKey(text.trim())
    if (key.length !== 32) {
      throw new StartError(
        `${origin} must contain 32 bytes in base64 or hex${given ? ', or be the path of a file with them' : ''}. \`openssl rand -base64 32\` creates them.`,
      )
    }
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key }
  })
  return { current: keys[0]!, keys: new Map(keys.map(({ id, key }) => [id, key])), origin }
}

const readKey = (text: string) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')

/** AES-256-GCM. Only the same `context` decrypts it, so one row cannot be passed off as another. */
export function seal({ current }: Keyring, text: string, context: string): Sealed {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { key_id: current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]) }
}

/** Returns null if the key is missing, the context differs, or the data was modified. */
export function unseal({ keys }: Keyring, { key_id, sealed }: Sealed, context: string) {
  const key = keys.get(key_id)
  if (!key || sealed.length < nonceLength + tagLength) return null
  const nonce = sealed.subarray(0, nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  try {
    const body = sealed.subarray(nonceLength + tagLength)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
