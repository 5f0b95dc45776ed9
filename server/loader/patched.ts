/** Bytes that stand at a place instead of those of the file. */
export type Patch = { at: number; bytes: Buffer }

/** The same bytes with each patch in its place; they come in order and apart. Copies no piece that has none. */
export async function* patched(file: AsyncIterable<Uint8Array>, patches: readonly Patch[]) {
  let from = 0
  let next = 0
  for await (const piece of file) {
    const to = from + piece.length
    let changed: Uint8Array | undefined
    for (let index = next; index < patches.length && patches[index]!.at < to; index += 1) {
      const { at, bytes } = patches[index]!
      // A stream may hand out what it keeps.
      changed ??= Uint8Array.from(piece)
      const [first, last] = [Math.max(at, from), Math.min(at + bytes.length, to)]
      changed.set(bytes.subarray(first - at, last - at), first - from)
      if (at + bytes.length <= to) next = index + 1
    }
    yield changed ?? piece
    from = to
  }
}
