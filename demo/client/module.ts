import { createHash } from 'node:crypto'
import type { LoaderClient } from './client.ts'

export type Offered = {
  version: string
  channel: string
  size: number
  sha256: string
  address: string
}

/** Downloads a file from a signed address. Throws if it is not the file that the shop announced. */
export async function fetchFile({ address, size, sha256 }: Offered): Promise<Uint8Array> {
  const response = await fetch(address)
  if (!response.ok)
    throw new Error(`The file could not be downloaded: the shop responded with ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (bytes.length !== size || hash !== sha256)
    throw new Error('The file does not match the announced size or SHA-256')
  return bytes
}

/**
 * Returns the product's module that the customer is offered, with its bytes, or null if there is
 * none.
 */
export async function fetchModule(client: LoaderClient, product: string) {
  const { release } = await client.release(product)
  const offered = release as Offered | null
  return offered && { ...offered, bytes: await fetchFile(offered) }
}
