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

/** The same bytes with each slot filled. Copies no piece that has no slot. */
export async function* filled(
  file: AsyncIterable<Uint8Array>,
  slots: readonly number[],
  markOf: (slot: number) => Buffer,
) {
  let from = 0
  let next = 0
  for await (const piece of file) {
    const to = from + piece.length
    let changed: Uint8Array | undefined
    for (let slot = next; slot < slots.length && slots[slot]! < to; slot += 1) {
      const start = slots[slot]!
      // A stream may hand out what it keeps.
      changed ??= Uint8Array.from(piece)
      const [first, last] = [Math.max(start, from), Math.min(start + slotSize, to)]
      changed.set(markOf(slot).subarray(first - start, last - start), first - from)
      if (start + slotSize <= to) next = slot + 1
    }
    yield changed ?? piece
    from = to
  }
}
