/** What a release has where a mark may stand; 32 bytes of anything follow. docs/loader.md says how. */
export const slotPattern = Buffer.from('LOADOUT-MARK-SLOT-1-OF-64-BYTES:', 'latin1')

/** Bytes that a mark takes: the pattern's and those after it. */
export const slotSize = 64

export const mostSlots = 256

/** Finds slots in a file that is given a piece at a time, however it is cut. */
export function slotFinder() {
  const found: number[] = []
  let size = 0
  let free = 0
  let end: Buffer = Buffer.alloc(0)
  /** Where each begins, in order; what the file's end cuts off is none. */
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
