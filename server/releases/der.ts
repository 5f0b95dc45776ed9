/** An element of DER (ITU-T X.690): where it stands in what was read, and what is in it. */
export type Element = { tag: number; start: number; end: number; content: Buffer }

/** The element at a place; null when there is none with a tag of one byte and a definite length. */
export function elementAt(bytes: Buffer, start: number): Element | null {
  const [tag, first] = [bytes[start], bytes[start + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  const wide = first < 0x80 ? 0 : first - 0x80
  const from = start + 2 + wide
  if (first === 0x80 || wide > 4 || from > bytes.length) return null
  const end = from + (wide === 0 ? first : bytes.readUIntBE(start + 2, wide))
  return end > bytes.length ? null : { tag, start, end, content: bytes.subarray(from, end) }
}

/** The elements that bytes are made of, one after the other; null when they are not. */
export function children(bytes: Buffer): Element[] | null {
  const found: Element[] = []
  for (let at = 0; at < bytes.length; at = found.at(-1)!.end) {
    const element = elementAt(bytes, at)
    if (!element) return null
    found.push(element)
  }
  return found
}

/** An element around its content. */
export function wrapped(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const wide = length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : 4
  const header = Buffer.alloc(2 + wide)
  header[0] = tag
  header[1] = 0x80 + wide
  header.writeUIntBE(length, 2, wide)
  return Buffer.concat([header, content])
}

/** An object identifier, of its numbers with dots. */
export function objectId(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number)
  const numbers = [first! * 40 + second!, ...rest]
  return wrapped(0x06, Buffer.from(numbers.flatMap(inSevens)))
}

/** By seven bits, all but the last with the eighth set. */
function inSevens(number: number): number[] {
  const digits = [number & 0x7f]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift(0x80 | (left & 0x7f))
  return digits
}
