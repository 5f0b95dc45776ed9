import { children, elementAt, objectId, wrapped } from './der.ts'

/*
 * A signed Windows program ends with an attribute certificate table, which a directory of its
 * optional header points to. Its Authenticode hash excludes the header's checksum, that directory
 * and the table, so these three may change. In the table, only parts that the signer did not sign
 * may change: unauthenticated attributes (PKCS #7, section 9.2), which also hold time stamps and
 * second signatures. Sources: Microsoft's "PE Format" and "Windows Authenticode Portable Executable
 * Signature Format".
 */

export type Signature = {
  checksumAt: number
  directoryAt: number
  tableAt: number
  /** From there to the end of the file. */
  table: Buffer
}
export type SignaturePlace = Omit<Signature, 'table'> & { tableSize: number }

/** Signing tools do not create larger tables, in bytes. */
export const mostTable = 1024 * 1024

const addressOfHeader = 0x3c
const certificateTable = 4

/** Read from the program's first bytes. Null if it has none. */
export function findSignature(head: Buffer): SignaturePlace | null {
  if (head.length < addressOfHeader + 4) return null
  const optional = head.readUInt32LE(addressOfHeader) + 24
  if (optional + 2 > head.length) return null
  const directories = optional + (head.readUInt16LE(optional) === 0x20b ? 112 : 96)
  const directoryAt = directories + 8 * certificateTable
  if (directoryAt + 8 > head.length) return null
  if (head.readUInt32LE(directories - 4) <= certificateTable) return null
  const [tableAt, tableSize] = [head.readUInt32LE(directoryAt), head.readUInt32LE(directoryAt + 4)]
  return tableAt > 0 && tableSize > 0
    ? { checksumAt: optional + 64, directoryAt, tableAt, tableSize }
    : null
}

/** The table must be one PKCS #7 at the end of the file. */
export const isExtendable = ({ tableAt, tableSize }: SignaturePlace, table: Buffer, size: number) =>
  tableAt + tableSize === size && extended(table, 0) !== null

const signedData = 0x0002
const entryHeader = 8
const sequence = 0x30
const set = 0x31
const octets = 0x04
const explicit = 0xa0
const unauthenticated = 0xa1
/** From a PKCS #7 to the signer's attributes. Each element is the last one in its parent. */
const toSigner = [explicit, sequence, set, sequence]

/** Other readers of attributes skip this type. Made from a GUID as Microsoft does. */
const blockType = objectId(
  '1.2.840.113556.1.8000.2554.38500.23821.26176.19739.46772.5295676.12107221',
)

/**
 * Returns the part before the block of a table with one more unauthenticated attribute, whose value
 * is the block. Returns null unless the table is one signature in DER.
 */
export function extended(table: Buffer, blockSize: number): Buffer | null {
  if (table.length < entryHeader || table.length > mostTable) return null
  const size = table.readUInt32LE(0)
  if (table.readUInt16LE(6) !== signedData || size > table.length || size + 8 <= table.length)
    return null
  const message = elementAt(table.subarray(0, size), entryHeader)
  if (message?.tag !== sequence || table.subarray(message.end).some((byte) => byte !== 0))
    return null
  const value = wrapped(set, wrapped(octets, Buffer.alloc(blockSize)))
  const attribute = wrapped(sequence, Buffer.concat([blockType, value]))
  const content = withAttribute(message.content, attribute, toSigner)
  if (!content) return null
  const entry = Buffer.concat([table.subarray(0, entryHeader), wrapped(sequence, content)])
  entry.writeUInt32LE(entry.length, 0)
  return entry.subarray(0, entry.length - blockSize)
}

function withAttribute(
  content: Buffer,
  attribute: Buffer,
  [tag, ...rest]: number[],
): Buffer | null {
  const last = children(content)?.at(-1)
  if (!last) return null
  if (tag === undefined) {
    if (last.tag === octets) return Buffer.concat([content, wrapped(unauthenticated, attribute)])
    if (last.tag !== unauthenticated) return null
    const attributes = wrapped(unauthenticated, Buffer.concat([last.content, attribute]))
    return Buffer.concat([content.subarray(0, last.start), attributes])
  }
  if (last.tag !== tag) return null
  const inner = withAttribute(last.content, attribute, rest)
  return inner && Buffer.concat([content.subarray(0, last.start), wrapped(tag, inner)])
}
