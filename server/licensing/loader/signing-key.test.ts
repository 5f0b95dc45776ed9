import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '#server/kernel/config/config.ts'
import { loadSigningKeys } from './signing-key.ts'

let folder: string
const loadSigningKey = async (...given: Parameters<typeof loadSigningKeys>) =>
  (await loadSigningKeys(...given))[0]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loadout-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the signing key', () => {
  it('is created once, readable by its owner only, and found again', async () => {
    const made = await loadSigningKey(folder)
    const found = await loadSigningKey(folder)
    expect(found.id).toBe(made.id)
    expect(made.id).toMatch(/^[0-9a-f]{16}$/)
    const { mode } = await stat(join(folder, 'keys', 'loader-ed25519.pem'))
    expect(mode & 0o777).toBe(0o600)
  })

  it('is one key when several processes start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(folder)))
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
    expect(await readdir(join(folder, 'keys'))).toEqual(['loader-ed25519.pem'])
  })

  it('is the operator’s key if one is configured', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const given = await loadSigningKey(folder, pem)
    expect(given.privateKey.equals(privateKey)).toBe(true)
    expect(await readdir(folder)).toEqual([])
  })

  it('is the first of several, and the others are known by their ids', async () => {
    const pems = [1, 2].map(() =>
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    )
    const keys = await loadSigningKeys(folder, pems.join('\n'))
    expect(keys).toHaveLength(2)
    const [second] = await loadSigningKeys(folder, pems[1])
    expect(keys[1]!.id).toBe(second.id)
  })

  it('is reported as invalid without quoting it', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    for (const pem of ['nonsense', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()]) {
      await expect(loadSigningKey(folder, pem)).rejects.toThrow(
        /^LOADER_SIGNING_KEY must contain an Ed25519 private key in PEM\.$/,
      )
    }
    await loadSigningKey(folder)
    await writeFile(join(folder, 'keys', 'loader-ed25519.pem'), 'damaged')
    await expect(loadSigningKey(folder)).rejects.toThrow('loader-ed25519.pem must contain')
  })

  it('is reported if it can be neither read nor created', async () => {
    await mkdir(join(folder, 'keys', 'loader-ed25519.pem'), { recursive: true })
    await expect(loadSigningKey(folder)).rejects.toThrow(
      /^The key in .*loader-ed25519\.pem can be neither read nor created \(EISDIR\)\. /,
    )
    await expect(loadSigningKey('/dev/null')).rejects.toThrow('(ENOTDIR)')
    expect(() => loadConfig({ LOADER_SIGNING_KEY: folder })).toThrow(
      `The environment variable LOADER_SIGNING_KEY is the path of ${folder}, which cannot be read (EISDIR).`,
    )
  })
})
