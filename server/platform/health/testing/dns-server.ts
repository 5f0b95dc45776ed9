import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const txt = 16

/**
 * A DNS server on loopback that serves TXT records. For a name without records it returns none; for
 * a name with nothing below it, it returns that the name does not exist. Call `close()` at the end.
 */
export async function openDnsServer(records: Record<string, string[]> = {}) {
  let answering = true
  let asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    asked.push(name)
    if (answering) socket.send(answer(query, end, name), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  function answer(query: Buffer, end: number, name: string): Buffer {
    const known = Object.keys(records).filter((one) => (records[one] ?? []).length > 0)
    const exists = known.some((one) => one === name || one.endsWith(`.${name}`))
    const found = records[name] ?? []
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(exists ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    return Buffer.concat([head, query.subarray(12, end + 4), ...found.map(record)])
  }

  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    /** The names that were queried since the last call. */
    asked() {
      const names = asked
      asked = []
      return names
    },
    /** Receives queries and answers none, for as long as `work` runs. */
    async whileSilent(work: () => Promise<unknown>) {
      answering = false
      await work().finally(() => {
        answering = true
      })
    },
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** `end` is the offset of the query type. */
function readName(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** A text of more than 255 bytes is split into several strings. */
function record(text: string): Buffer {
  const parts = (text.match(/.{1,255}/g) ?? ['']).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
  )
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
