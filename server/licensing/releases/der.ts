/** An element of DER (ITU-T X.690), with its position in the input and its content. */
export type Element = { tag: number; start: number; end: number; content: Buffer }

/** Null unless it has a tag of one byte and a definite length. */
export function elementAt(bytes: Buffer, start: number): Element | null {
  const [tag, first] = [bytes[start], bytes[start + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  const wide = first < 0x80 ? 0 : first - 0x80
  const from = start + 2 + wide
  if (first === 0x80 || wide > 4 || from > bytes.length) return null
  const end = from + (wide === 0 ? first : bytes.readUIntBE(start + 2, wide))
  return end > bytes.length ? null : { tag, start, end, content: bytes.subarray(from, end) }
}

/** Returns the consecutive elements that the bytes consist of, or null if they do not. */
export function children(bytes: Buffer): Element[] | null {
  const found: Element[] = []
  for (let at = 0; at < bytes.length; at = found.at(-1)!.end) {
    const element = elementAt(bytes, at)
    if (!element) return null
    found.push(element)
  }
  return found
}

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

export function objectId(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number)
  const numbers = [first! * 40 + second!, ...rest]
  return wrapped(0x06, Buffer.from(numbers.flatMap(inSevens)))
}

function inSevens(number: number): number[] {
  const digits = [number & 0x7f]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift(0x80 | (left & 0x7f))
  return digits
}
