/** What is looked for has at least so many bytes, and at most as many as a slot. */
const shortest = 8
const longest = 64

/** Finds strings of 8 to 64 bytes in a file that is given a piece at a time, however it is cut. */
export function stringFinder(
  strings: readonly Buffer[],
  found: (index: number, at: number) => void,
) {
  // A bit for each beginning of three bytes: next to none of a file is looked up.
  const bits = new Uint8Array(2 ** 21)
  const byStart = new Map<string, number[]>()
  for (const [index, string] of strings.entries()) {
    const start = string.toString('latin1', 0, shortest)
    byStart.set(start, [...(byStart.get(start) ?? []), index])
    const first = string.readUIntBE(0, 3)
    bits[first >> 3]! |= 1 << (first & 7)
  }
  let held: Buffer = Buffer.alloc(0)
  let from = 0

  function lookAt(bytes: Buffer, at: number) {
    for (const index of byStart.get(bytes.toString('latin1', at, at + shortest)) ?? []) {
      const string = strings[index]!
      const matches = at + string.length <= bytes.length
      if (matches && bytes.compare(string, 0, string.length, at, at + string.length) === 0)
        found(index, from + at)
    }
  }

  /** Every place with room for as many bytes; answers where it stopped. */
  function look(bytes: Buffer, room: number) {
    const end = Math.max(0, bytes.length - room + 1)
    for (let at = 0; at < end; at += 1) {
      const first = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
      if ((bits[first >> 3]! & (1 << (first & 7))) !== 0) lookAt(bytes, at)
    }
    return end
  }

  return {
    see(piece: Uint8Array) {
      if (strings.length === 0) return
      const bytes = Buffer.concat([held, piece])
      const seen = look(bytes, longest)
      held = bytes.subarray(seen)
      from += seen
    },
    /** What is too near to the end for more. */
    end() {
      look(held, shortest)
      held = Buffer.alloc(0)
    },
  }
}
