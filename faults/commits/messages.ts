/**
 * Cuts what one side of a connection to PostgreSQL says into messages, and has each looked at: its type
 * and what it says. The first of a client has no type.
 */
export function readMessages(
  from: 'client' | 'server',
  look: (type: string, body: Buffer) => void,
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
      look(typed ? String.fromCharCode(rest[0]!) : '', rest.subarray(head + 4, end))
      rest = rest.subarray(end)
      typed = true
    }
  }
}

/** A text of a message, which ends with a zero. */
export const textAt = (body: Buffer, from: number) =>
  body.toString('utf8', from, body.indexOf(0, from))
