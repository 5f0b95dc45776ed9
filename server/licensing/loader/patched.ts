export type Patch = { at: number; bytes: Buffer }

/** Patches are sorted and do not overlap. Only pieces with a patch are copied. */
export async function* patched(file: AsyncIterable<Uint8Array>, patches: readonly Patch[]) {
  let from = 0
  let next = 0
  for await (const piece of file) {
    const to = from + piece.length
    let changed: Uint8Array | undefined
    for (let index = next; index < patches.length && patches[index]!.at < to; index += 1) {
      const { at, bytes } = patches[index]!
      // A stream may still own the buffer that it yields.
      changed ??= Uint8Array.from(piece)
      const [first, last] = [Math.max(at, from), Math.min(at + bytes.length, to)]
      changed.set(bytes.subarray(first - at, last - at), first - from)
      if (at + bytes.length <= to) next = index + 1
    }
    yield changed ?? piece
    from = to
  }
}
