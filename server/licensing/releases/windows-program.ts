/** Number of bytes read to identify a file. They contain its headers. */
export const headSize = 4096

const addressOfHeader = 0x3c
const signature = 'PE\0\0'
const executable = 0x0002
const library = 0x2000
/** PE32 and PE32+. */
const formats = [0x10b, 0x20b]

export function isWindowsProgram(head: Buffer): boolean {
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < addressOfHeader + 4) return false
  const at = head.readUInt32LE(addressOfHeader)
  if (at < addressOfHeader + 4 || at + 26 > head.length) return false
  if (head.toString('latin1', at, at + 4) !== signature) return false
  const sections = head.readUInt16LE(at + 6)
  const flags = head.readUInt16LE(at + 22)
  const format = head.readUInt16LE(at + 24)
  return (
    sections > 0 &&
    (flags & executable) !== 0 &&
    (flags & library) === 0 &&
    formats.includes(format)
  )
}
