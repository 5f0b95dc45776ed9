/** Reserves a slot in a release. 32 arbitrary bytes follow it. See docs/loader.md. */
export const slotPattern = Buffer.from('LOADOUT-MARK-SLOT-1-OF-64-BYTES:', 'latin1')

export const slotSize = 64

export const mostSlots = 256

export function slotFinder() {
  const found: number[] = []
  let size = 0
  let free = 0
  let end: Buffer = Buffer.alloc(0)
  /** In order. A slot cut off by the end of the file does not count. */
  const slots = () => found.filter((at) => at + slotSize <= size)
  return {
    slots,
    see(piece: Uint8Array) {
      const bytes = Buffer.concat([end, piece])
      const from = size - end.length
      for (let at = bytes.indexOf(slotPattern); at >= 0; at = bytes.indexOf(slotPattern, at + 1)) {
        if (from + at < free) continue
        found.push(from + at)
        free = from + at + slotSize
      }
      size += piece.length
      end = bytes.subarray(Math.max(0, bytes.length - slotPattern.length + 1))
    },
  }
}
