import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { fields } from '#server/licensing/loader/little-endian.ts'
import { objectId, wrapped } from '../der.ts'

/*
 * Signs a Windows program as signing tools do, following Microsoft's "Windows Authenticode Portable
 * Executable Signature Format". The key and certificate are created for this purpose, and nobody
 * trusts them.
 */
const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const sequence = (...of: Buffer[]) => wrapped(0x30, Buffer.concat(of))
const set = (...of: Buffer[]) => wrapped(0x31, Buffer.concat(of))
const integer = (value: number) => wrapped(0x02, Buffer.from([value]))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hashAlgorithm = sequence(objectId('2.16.840.1.101.3.4.2.1'), wrapped(0x05, Buffer.alloc(0)))
const signAlgorithm = sequence(objectId('1.2.840.10045.4.3.2'))
const issuer = sequence(
  set(sequence(objectId('2.5.4.3'), wrapped(0x0c, Buffer.from('A signer of tests')))),
)
const bits = (bytes: Buffer) => wrapped(0x03, Buffer.concat([Buffer.from([0]), bytes]))
const signedBy = (bytes: Buffer) => sign('sha256', bytes, pair.privateKey)

function certificate(): Buffer {
  const time = (text: string) => wrapped(0x18, Buffer.from(text))
  const codeSigning = sequence(objectId('1.3.6.1.5.5.7.3.3'))
  const usage = sequence(objectId('2.5.29.37'), wrapped(0x04, codeSigning))
  const about = sequence(
    wrapped(0xa0, integer(2)),
    integer(1),
    signAlgorithm,
    issuer,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    issuer,
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    wrapped(0xa3, sequence(usage)),
  )
  return sequence(about, signAlgorithm, bits(signedBy(about)))
}

/** The signer's certificate, for tools that need an explicit trust anchor. */
export const signerCertificate = certificate()

/** Returns the positions of the parts that the hash excludes. */
function partsOf(program: Buffer) {
  const optional = program.readUInt32LE(0x3c) + 24
  const directoryAt = optional + (program.readUInt16LE(optional) === 0x20b ? 112 : 96) + 8 * 4
  const tableAt = program.readUInt32LE(directoryAt) || program.length
  return { checksumAt: optional + 64, directoryAt, tableAt }
}

/** Covers everything except the checksum, the table and the directory of the table. */
export function authenticodeHash(program: Buffer): string {
  const { checksumAt, directoryAt, tableAt } = partsOf(program)
  const parts = [
    program.subarray(0, checksumAt),
    program.subarray(checksumAt + 4, directoryAt),
    program.subarray(directoryAt + 8, tableAt),
  ]
  return sha256(Buffer.concat(parts)).toString('hex')
}

/** Returns the signed content: the signer's description of the program, and its hash. */
function contentOf(hash: string) {
  const obsolete = Buffer.from('<<<Obsolete>>>', 'utf16le').swap16()
  const image = sequence(
    bits(Buffer.alloc(0)),
    wrapped(0xa0, wrapped(0xa2, wrapped(0x80, obsolete))),
  )
  const digest = sequence(hashAlgorithm, wrapped(0x04, Buffer.from(hash, 'hex')))
  return Buffer.concat([sequence(objectId('1.3.6.1.4.1.311.2.1.15'), image), digest])
}

type How = { noting?: boolean }

/** Returns the same program, signed. With `noting`, it already has an unauthenticated attribute. */
export function signedProgram(unsigned: Buffer, { noting = false }: How = {}): Buffer {
  const program = Buffer.concat([unsigned, Buffer.alloc((8 - (unsigned.length % 8)) % 8)])
  const content = contentOf(authenticodeHash(program))
  const contentType = objectId('1.3.6.1.4.1.311.2.1.4')
  const attributes = Buffer.concat([
    sequence(objectId('1.2.840.113549.1.9.3'), set(contentType)),
    sequence(objectId('1.2.840.113549.1.9.4'), set(wrapped(0x04, sha256(content)))),
  ])
  const noted = sequence(objectId('1.3.6.1.4.1.311.64.1'), set(wrapped(0x04, Buffer.from('noted'))))
  const signer = sequence(
    integer(1),
    sequence(issuer, integer(1)),
    hashAlgorithm,
    wrapped(0xa0, attributes),
    signAlgorithm,
    wrapped(0x04, signedBy(wrapped(0x31, attributes))),
    ...(noting ? [wrapped(0xa1, noted)] : []),
  )
  const data = sequence(
    integer(1),
    set(hashAlgorithm),
    sequence(contentType, wrapped(0xa0, sequence(content))),
    wrapped(0xa0, signerCertificate),
    set(signer),
  )
  const message = sequence(objectId('1.2.840.113549.1.7.2'), wrapped(0xa0, data))
  const filled = Buffer.concat([message, Buffer.alloc((8 - (message.length % 8)) % 8)])
  const table = Buffer.concat([fields([4, filled.length + 8], [2, 0x0200], [2, 0x0002]), filled])
  const { directoryAt } = partsOf(program)
  fields([4, program.length], [4, table.length]).copy(program, directoryAt)
  return Buffer.concat([program, table])
}
