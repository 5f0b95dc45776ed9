/** Minimum and maximum length of the strings, in bytes. The maximum is the size of a slot. */
const shortest = 8
const longest = 64

/** Strings with the same prefix, grouped by length, with their positions in the list. */
type ByLength = Map<number, Map<string, number[]>>

/**
 * Finds strings of 8 to 64 bytes in a file that is passed piece by piece, wherever the pieces are
 * split.
 */
export function stringFinder(
  strings: readonly Buffer[],
  found: (index: number, at: number) => void,
) {
  // One bit for each prefix of three bytes, so that hardly any position needs a lookup.
  const bits = new Uint8Array(2 ** 21)
  const byStart = new Map<string, ByLength>()
  for (const [index, string] of strings.entries()) {
    const start = string.toString('latin1', 0, shortest)
    const byLength: ByLength = byStart.get(start) ?? new Map()
    byStart.set(start, byLength)
    const whole = byLength.get(string.length) ?? new Map()
    byLength.set(string.length, whole)
    const text = string.toString('latin1')
    whole.set(text, [...(whole.get(text) ?? []), index])
    const first = string.readUIntBE(0, 3)
    bits[first >> 3]! |= 1 << (first & 7)
  }
  let held: Buffer = Buffer.alloc(0)
  let from = 0

  function lookAt(bytes: Buffer, at: number) {
    const byLength = byStart.get(bytes.toString('latin1', at, at + shortest))
    for (const [length, whole] of byLength ?? []) {
      // One lookup per length, however many strings share the prefix.
      for (const index of whole.get(bytes.toString('latin1', at, at + length)) ?? [])
        found(index, from + at)
    }
  }

  /**
   * Searches every position that has at least this many bytes after it. Returns where it stopped.
   */
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
    /** Search the rest, which is too short for longer strings. */
    end() {
      look(held, shortest)
      held = Buffer.alloc(0)
    },
  }
}
