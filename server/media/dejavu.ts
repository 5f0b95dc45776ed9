import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'

let reading: Promise<{ plain: Font; bold: Font }> | undefined

/** DejaVu Sans: Latin, Greek, Cyrillic, Armenian, Georgian, Arabic and Hebrew. */
export function readTypeface() {
  reading ??= read()
  return reading
}

/** Most processes draw no text for hours, and what draws it takes memory: it is loaded when needed. */
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
 * A font remembers for each glyph the letters that it stood for when it was met first. Writing a
 * file with a 'ý' meets the glyph of 'y' as a part of it, with no letter: in every later document a
 * 'y' would be shown, but not be copied, found or read out. So each file is written from a font of
 * its own.
 */
function openFace(bytes: Buffer, open: (bytes: Buffer) => Font) {
  const drawn = open(bytes)
  const written = open(bytes)
  drawn.createSubset = () => written.createSubset()
  // Met as letters first, so that an 'ﬁ' that somebody typed does not make one of every 'fi'.
  drawn.layout('ff fi fl ffi ffl')
  return drawn
}
