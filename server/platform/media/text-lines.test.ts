import { expect, test } from 'vitest'
import { readTypeface } from './dejavu.ts'
import { findUndrawable, openFallbackFonts } from './fallback-fonts.ts'
import { setLines } from './text-lines.ts'

const { plain } = await readTypeface()

async function set(text: string, width?: number) {
  const fonts = [plain, ...(await openFallbackFonts(text, [plain], 400))] as const
  return setLines(text, { fonts, size: 10, ...(width && { width }) }).map(({ runs }) =>
    runs.map((run) => run.text),
  )
}

test.each([
  // The text as typed, and its runs from left to right.
  ['Aim 2', ['Aim 2']],
  ['עוזר כיוון 2', ['2', 'עוזר כיוון ']],
  ['مساعد (تجريبي)', ['مساعد )تجريبي(']],
  ['Order of עוזר 12 (new)', ['Order of ', '12', 'עוזר ', ' (new)']],
])('%s is laid out in reading order', async (text, runs) => {
  expect(await set(text)).toEqual([runs])
})

test('lines break between words, in every script', async () => {
  expect(await set('one two three', 50)).toEqual([['one two'], ['three']])
  const lines = await set('加载器已经启动了但是没有反应', 50)
  expect(lines.map((runs) => runs.join('')).join('')).toBe('加载器已经启动了但是没有反应')
  expect(lines.length).toBeGreaterThan(1)
})

test('a word wider than a line breaks between characters, never within one', async () => {
  const text = 'Żółć👨‍👩‍👧é'.repeat(20)
  const lines = (await set(text, 40)).map((runs) => runs.join(''))
  expect(lines.join('')).toBe(text)
  for (const line of lines) expect(line).not.toMatch(/^[\p{M}\u200d]/u)
})

test('draws every script that has a font', async () => {
  for (const text of [
    ...['日本語のゲーム', '한국어', '简体', '繁體臺灣', 'ไทย', 'हिन्दी', 'বাংলা', 'தமிழ்', 'తెలుగు'],
    ...['ಕನ್ನಡ', 'മലയാളം', 'ગુજરાતી', 'ਪੰਜਾਬੀ', 'සිංහල', 'ភាសាខ្មែរ', 'ລາວ', 'አማርኛ'],
    ...['ଓଡ଼ିଆ', 'မြန်မာ', 'བོད་ཡིག'],
    ...['العربية', 'עברית', 'ქართული', 'Հայերեն', 'Ελληνικά', 'Українська', '🎮 ⚡️ 👨‍👩‍👧'],
  ]) {
    expect(await findUndrawable(text), text).toEqual([])
    const fonts = [plain, ...(await openFallbackFonts(text, [plain], 400))] as const
    // Glyph 0 is the box for a missing glyph.
    for (const { runs } of setLines(text, { fonts, size: 10 }))
      for (const run of runs)
        expect(
          run.font.layout(run.text, []).glyphs.map(({ id }) => id),
          text,
        ).not.toContain(0)
  }
  // The family lists this character, but none of its files has it.
  expect(await set('\u0c5c')).toEqual([['\u0c5c']])
  expect(await findUndrawable('Loader ᠮ')).toEqual(['ᠮ'])
})
