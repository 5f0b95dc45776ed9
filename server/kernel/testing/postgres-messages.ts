/**
 * Cuts what one side of a connection to PostgreSQL says into messages, and has each looked at: its type,
 * what it says, and both with the length as they came. The first of a client has no type.
 */
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

/** A text of a message, which ends with a zero. */
export const textAt = (body: Buffer, from: number) =>
  body.toString('utf8', from, body.indexOf(0, from))
