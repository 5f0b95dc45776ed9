/** Passes type, body and whole message to `look`. A client's first message has no type. */
export function readMessages(
  from: 'client' | 'server',
  look: (type: string, body: Buffer, whole: Buffer) => void,
) {
  let rest = Buffer.alloc(0)
  let typed = from === 'server'
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = typed ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      const whole = rest.subarray(0, end)
      look(typed ? String.fromCharCode(whole[0]!) : '', whole.subarray(head + 4), whole)
      rest = rest.subarray(end)
      typed = true
    }
  }
}

/** Reads a zero-terminated text from a message. */
export const textAt = (body: Buffer, from: number) =>
  body.toString('utf8', from, body.indexOf(0, from))
