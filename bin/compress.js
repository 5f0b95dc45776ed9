import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) }

/**
 * Puts a Brotli and a gzip copy beside each text file below the folder: files that never change are
 * packed once and as well as can be, not at every request.
 * @param {string} folder
 */
export async function compressTexts(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => /\.(js|css|svg|json|txt|html)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file)
      for (const [ending, pack] of Object.entries(packers)) {
        writeFileSync(`${file}.${ending}`, await pack(text))
      }
    }),
  )
}
