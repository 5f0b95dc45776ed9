import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'

let reading: Promise<{ plain: Font; bold: Font }> | undefined

/** DejaVu Sans: Latin, Greek, Cyrillic, Armenian, Georgian, Arabic and Hebrew. */
export function readTypeface() {
  reading ??= read()
  return reading
}

/** Loaded only when needed: most processes draw no text for hours, and the library takes memory. */
async function read() {
  const { create } = await import('fontkit')
  const open = (bytes: Buffer) => create(bytes) as Font
  const load = async (url: string) => openFace(await readFile(fileURLToPath(url)), open)
  const [plain, bold] = await Promise.all([
    load(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    load(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  ])
  return { plain, bold }
}

/**
 * fontkit keeps a glyph's characters from its first use: after 'ý', no 'y' could be copied or
 * searched. A second object, which lays out no text, writes the fonts.
 */
function openFace(bytes: Buffer, open: (bytes: Buffer) => Font) {
  const drawn = open(bytes)
  const written = open(bytes)
  drawn.createSubset = () => written.createSubset()
  // First: otherwise a typed 'ﬁ' would turn every later 'fi' into one.
  drawn.layout('ff fi fl ffi ffl')
  return drawn
}
