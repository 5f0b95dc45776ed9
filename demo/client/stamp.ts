import { setTimeout as delay } from 'node:timers/promises'
import type { LoaderClient } from './client.ts'

/** The maximum size of the stamp at the end of a loader, in bytes. */
const tail = 1108

type Copy = { address: string | null } | null

/**
 * Fetches the stamp of the customer's own copy, for a loader that was started from a plain
 * download. The stamp is null if there is no release or the shop refuses. The response's code and
 * sentence say why.
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
    // For a withdrawn loader, this is the next copy, once the customer has requested it.
    if (!copy) return { ...said, stamp: null }
    if (copy.address) return { ...said, stamp: await readEnd(copy.address) }
    if (tries === 0) onWait()
    await delay(1000)
  }
  return { code: 'VALID', sentence: 'Your loader is not built yet.', stamp: null }
}

async function readEnd(address: string) {
  const response = await fetch(address, { headers: { range: `bytes=-${tail}` } })
  return stampAtEnd(Buffer.from(await response.arrayBuffer()))
}

/**
 * The stamp at the end of a file, in base64url. In a code-signed file it is at the end of the
 * signature.
 */
export function stampAtEnd(end: Buffer) {
  if (!/LOADOUT[12]$/.test(end.toString('latin1', end.length - 8))) return null
  const size = end.readUInt32LE(end.length - 12) + 84
  return end.subarray(end.length - size).toString('base64url')
}
