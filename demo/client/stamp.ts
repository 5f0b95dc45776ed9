import { setTimeout as delay } from 'node:timers/promises'
import type { LoaderClient } from './client.ts'

/** At most so many bytes are the stamp at the end of a loader. */
const tail = 1108

type Copy = { address: string | null } | null

/**
 * The stamp of the customer's own copy, as a loader that starts from a plain download fetches it.
 * Null when there is no release, or the shop says no; the answer's code and sentence say why.
 */
export async function fetchStamp(
  client: LoaderClient,
  product: string,
  { patience = 60, onWait = () => {} } = {},
) {
  for (let tries = 0; tries < patience; tries += 1) {
    const answer = await client.release(product)
    const copy = answer.loader as Copy
    const said = { code: answer.code, sentence: `${answer.sentence} ${answer.advice}` }
    // Of a loader that was withdrawn it is the next one, once the customer has requested that.
    if (!copy) return { ...said, stamp: null }
    if (copy.address) return { ...said, stamp: await readEnd(copy.address) }
    if (tries === 0) onWait()
    await delay(1000)
  }
  return { code: 'VALID', sentence: 'Your loader is not made yet.', stamp: null }
}

async function readEnd(address: string) {
  const response = await fetch(address, { headers: { range: `bytes=-${tail}` } })
  return stampAtEnd(Buffer.from(await response.arrayBuffer()))
}

/** The stamp of a file that ends so, in base64url; of one that is signed it is the end of its signature. */
export function stampAtEnd(end: Buffer) {
  if (!/LOADOUT[12]$/.test(end.toString('latin1', end.length - 8))) return null
  const size = end.readUInt32LE(end.length - 12) + 84
  return end.subarray(end.length - size).toString('base64url')
}
