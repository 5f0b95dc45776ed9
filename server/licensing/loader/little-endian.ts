/** Little-endian integers, each given as [size in bytes, value], one after another. */
export function fields(...list: [size: 1 | 2 | 4 | 8, value: number | bigint][]): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [size]) => sum + size, 0))
  let offset = 0
  for (const [size, value] of list) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), offset)
    else bytes.writeUIntLE(Number(value), offset, size)
    offset += size
  }
  return bytes
}
