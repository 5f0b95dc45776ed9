import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Returns the SHA-256 of a file in hex, read as a stream. `tell` receives the progress from 0 to 1.
 * The page stays responsive between the chunks. WebCrypto would load the whole file into memory.
 */
export async function hashFile(file: Blob, tell: (part: number) => void): Promise<string> {
  const hash = sha256.create()
  const reader = file.stream().getReader()
  let read = 0
  let paused = performance.now()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytesToHex(hash.digest())
    hash.update(value)
    read += value.length
    if (performance.now() - paused < 30) continue
    tell(read / file.size)
    await new Promise((resolve) => setTimeout(resolve))
    paused = performance.now()
  }
}
