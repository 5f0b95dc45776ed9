import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { readTypeface } from './dejavu.ts'

/** For scripts that the shop's typefaces lack. The first family that has a character draws it. */
const families = [
  'noto-sans-thai',
  'noto-sans-devanagari',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-myanmar',
  'noto-serif-tibetan',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-ethiopic',
  // Before the Han fonts, whose listings contain emoji that these fonts lack.
  'noto-emoji',
  'noto-sans-kr',
  'noto-sans-sc',
]
/** Han characters have a different shape in Japanese. Kana in a text show that it is Japanese. */
const japanese = 'noto-sans-jp'
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Joiners, variation selectors and other characters that are not drawn. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u

type Subset = { file: string; ranges: [from: number, to: number][] }

const listings = new Map<string, Promise<Subset[]>>()

function listSubsets(family: string): Promise<Subset[]> {
  let listing = listings.get(family)
  if (!listing) {
    listing = readSubsets(family)
    listings.set(family, listing)
  }
  return listing
}

async function readSubsets(family: string): Promise<Subset[]> {
  const resolve = (file: string) =>
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`))
  const json = await readFile(resolve('unicode.json'), 'utf8')
  const listed = Object.entries(JSON.parse(json) as Record<string, string>)
  // Only its own script: every family lists subsets such as Latin, whether it has them or not.
  const ownScript = listed.filter(([name]) => name.startsWith('[') || family.endsWith(name))
  return ownScript.map(([name, ranges]) => ({
    file: resolve(`files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map((range) => {
      const [from, to = from] = range.replace('U+', '').split('-')
      return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)]
    }),
  }))
}

const has = ({ ranges }: Subset, character: string) => {
  const code = character.codePointAt(0)!
  return ranges.some(([from, to]) => from <= code && code <= to)
}

/** Fonts with only the characters that `own` lacks. Documents embed them, pictures draw them. */
export async function openFallbackFonts(text: string, own: readonly Font[], weight: number) {
  const subsets = new Set<Subset>()
  for (const character of listMissing(text, own)) {
    const subset = await findSubset(character, text)
    if (subset) subsets.add(subset)
  }
  const fonts: Font[] = []
  for (const subset of subsets) {
    const kept = [...new Set(text)].filter((character) => has(subset, character)).join('')
    const font = await openSubset(subset, kept, weight)
    if (font) fonts.push(font)
  }
  return fonts
}

async function openSubset({ file }: Subset, characters: string, weight: number) {
  const [{ create }, { default: subsetFont }] = await Promise.all([
    import('fontkit'),
    import('subset-font'),
  ])
  const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
  const font = create(await subsetFont(await readFile(file), characters, options)) as Font
  try {
    font.hasGlyphForCodePoint(characters.codePointAt(0)!)
    return font
  } catch {
    // The file lacks a few listed letters. fontkit throws for a font without any character.
    return null
  }
}

export async function findUndrawable(text: string): Promise<string[]> {
  // Most text is Latin, and needs no font file for this check.
  if (/^[\t\n\r -\u017f]*$/.test(text)) return []
  const { plain } = await readTypeface()
  const undrawable: string[] = []
  for (const character of listMissing(text, [plain])) {
    if (!(await findSubset(character, text))) undrawable.push(character)
  }
  return undrawable
}

const listMissing = (text: string, own: readonly Font[]) =>
  [...new Set(text)].filter((character) => !invisible.test(character) && !isCovered(character, own))

async function findSubset(character: string, text: string) {
  for (const family of kana.test(text) ? [japanese, ...families] : families) {
    const subset = (await listSubsets(family)).find((one) => has(one, character))
    if (subset) return subset
  }
}

const isCovered = (character: string, fonts: readonly Font[]) =>
  fonts.some((font) => font.hasGlyphForCodePoint(character.codePointAt(0)!))

/** The first font with the whole cluster, such as a letter and its marks, else with its start. */
export function findFont(cluster: string, fonts: readonly Font[]): Font | undefined {
  const visible = [...cluster].filter((character) => !invisible.test(character))
  return (
    fonts.find((font) => visible.every((character) => isCovered(character, [font]))) ??
    fonts.find((font) => visible[0] !== undefined && isCovered(visible[0], [font]))
  )
}
