import { findSignature, isExtendable, mostTable, type SignaturePlace } from './authenticode.ts'
import { slotFinder } from './slots.ts'
import { headSize } from './windows-program.ts'

export function markReader() {
  const slots = slotFinder()
  let head = Buffer.alloc(0)
  let size = 0
  let signature: SignaturePlace | null = null
  const table: Buffer[] = []

  function seeSignature(piece: Uint8Array) {
    if (head.length < headSize) {
      head = Buffer.concat([head, piece.subarray(0, headSize - head.length)])
      signature = findSignature(head)
    }
    if (!signature) return
    // A single piece may contain both the head and the start of the table.
    const [from, to] = [Math.max(signature.tableAt, size), size + piece.length]
    const most = signature.tableAt + mostTable
    if (from < to && from < most) table.push(Buffer.from(piece.subarray(from - size, most - size)))
  }

  return {
    slotCount: () => slots.slots().length,
    see(piece: Uint8Array) {
      seeSignature(piece)
      slots.see(piece)
      size += piece.length
    },
    /** `extendable` says whether its signature has room for a block. */
    end() {
      return {
        signed: signature !== null,
        extendable: signature !== null && isExtendable(signature, Buffer.concat(table), size),
        slots: slots.slots(),
      }
    },
  }
}
