import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoProgram } from '#demo/loader/program.ts'
import { findSignature, isExtendable } from '#server/licensing/releases/authenticode.ts'
import {
  authenticodeHash,
  signedProgram,
  signerCertificate,
} from '#server/licensing/releases/testing/signed-program.ts'
import { stamped } from './copy.ts'
import { keyIdOf, type SigningKey } from './signing-key.ts'
import { readStamp, type Stamp, verifyStamp } from './stamp.ts'

const pair = generateKeyPairSync('ed25519')
const key: SigningKey = { ...pair, id: keyIdOf(pair.publicKey) }
const certificate = `-----BEGIN CERTIFICATE-----\n${signerCertificate.toString('base64')}\n-----END CERTIFICATE-----\n`

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function signatureOf(program: Buffer) {
  const place = findSignature(program.subarray(0, 4096))!
  return { ...place, table: program.subarray(place.tableAt) }
}

function issue(release: Buffer, some: Partial<Stamp> = {}, cut = 777) {
  const stamp: Stamp = {
    build: randomUUID(),
    uid: 7,
    version: '1.0.0',
    issued_at: '2026-11-21T09:30:00.000Z',
    release: { sha256: createHash('sha256').update(release).digest('hex'), size: release.length },
    ...some,
  }
  const signature = signatureOf(release)
  return buffer(stamped(inPieces(release, cut), stamp, key, { signature }))
}

/** The certificate table's own fields, and its message as read by a strict parser. */
function tableOf(file: Buffer) {
  const { tableAt, tableSize } = findSignature(file)!
  const table = file.subarray(tableAt, tableAt + tableSize)
  return { ends: tableAt + tableSize, entry: table.readUInt32LE(0), tableSize }
}

describe('a copy of a signed release', () => {
  it('has the hash that was signed, is one table to its end, and ends with a block that verifies', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.boolean(),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.integer({ min: 1, max: 4000 }),
        async (more, noting, uid, version, cut) => {
          const unsigned = Buffer.concat([demoProgram('1.0.0'), randomBytes(more)])
          const release = signedProgram(unsigned, { noting })
          const file = await issue(release, { uid, version }, cut)
          expect(authenticodeHash(file)).toBe(authenticodeHash(release))
          const { ends, entry, tableSize } = tableOf(file)
          expect([ends, entry % 8, entry]).toEqual([file.length, 0, tableSize])
          expect(file.toString('latin1', file.length - 8)).toBe('LOADOUT2')
          expect(await verifyStamp(inPieces(file, cut), key.publicKey)).toMatchObject({
            ...{ uid, version },
            release: { size: file.length - readStamp(file)!.size },
          })
        },
      ),
      { numRuns: 40 },
    ))

  it('is not verified when any byte of its header, its signature or its block changes', async () => {
    const release = signedProgram(demoProgram('1.0.0'), { noting: true })
    const file = await issue(release)
    const { tableAt, directoryAt, checksumAt } = findSignature(file)!
    const places = [checksumAt, directoryAt, directoryAt + 4]
    for (let at = tableAt; at < file.length; at += 1) places.push(at)
    for (const at of places) {
      const changed = Buffer.from(file)
      changed[at] = changed[at]! ^ 3
      expect(await verifyStamp([changed], key.publicKey), `byte ${at}`).toBeNull()
    }
  })

  it('is not made where the signature is followed by something, or cannot be read', () => {
    const program = signedProgram(demoProgram('1.0.0'))
    const { table, ...place } = signatureOf(program)
    expect(isExtendable(place, table, program.length)).toBe(true)
    expect(isExtendable(place, table, program.length + 1)).toBe(false)
    const wrongs = [
      table.subarray(0, 6),
      Buffer.concat([table, table]),
      Buffer.concat([table.subarray(0, 8), randomBytes(table.length - 8)]),
      Buffer.from(table).fill(1, 6, 7), // a certificate, not a signature
      Buffer.from(table).fill(0x80, 9, 10), // an indefinite length
    ]
    for (const [index, wrong] of wrongs.entries())
      expect(isExtendable(place, wrong, program.length), `table ${index}`).toBe(false)
  })

  const verifier = spawnSync('osslsigncode', ['--version']).error === undefined
  it.skipIf(!verifier)('is signed still, as osslsigncode sees it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loadout-signed-'))
    try {
      const [trusted, file] = [path.join(folder, 'signer.pem'), path.join(folder, 'copy.exe')]
      await writeFile(trusted, certificate)
      for (const noting of [false, true]) {
        const release = signedProgram(demoProgram('1.0.0'), { noting })
        await writeFile(file, await issue(release))
        const args = ['verify', '-CAfile', trusted, '-in', file]
        const said = execFileSync('osslsigncode', args, { encoding: 'utf8', stdio: 'pipe' })
        expect(said).toContain('Signature verification: ok')
        // The tool detects changes in the signed part.
        const changed = await issue(release)
        changed[600] = changed[600]! ^ 1
        await writeFile(file, changed)
        expect(spawnSync('osslsigncode', args).status).not.toBe(0)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
