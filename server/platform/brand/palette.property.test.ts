import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { colours as mail } from '#server/platform/mail/colours.ts'
import { accentOf } from './palette.ts'

const css = readFileSync(new URL('../../../web/ui/tokens.css', import.meta.url), 'utf8')
const tokens = Object.fromEntries(
  [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>

const surfaces = ['well', 'ground', 'panel', 'raised', 'lifted'].map((name) => tokens[name]!)
const texts = ['ink', 'soft', 'faint'].map((name) => tokens[name]!)

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Every pair of colours that pages and mails combine, with the contrast that it needs. */
function pairs(given: string): [string, string, string, number][] {
  const { signal, signal_high, on_signal, chosen, mail_link } = accentOf(given)
  return [
    ...surfaces.flatMap((surface): [string, string, string, number][] => [
      ['link, icon, focus ring', signal, surface, 4.5],
      ['pointed at', signal_high, surface, 4.5],
    ]),
    ['text on a button', on_signal, signal, 4.5],
    ['text on a button that is pointed at', on_signal, signal_high, 4.5],
    ...texts.map((text): [string, string, string, number] => [
      'text of a choice',
      text,
      chosen,
      4.5,
    ]),
    ['edge of a choice', signal, chosen, 3],
    ['link in a mail', mail_link, mail.paper, 4.5],
    ['link in a dark mail', signal, '#121513', 4.5],
    ['mark in the head of a mail', signal, mail.night, 3],
  ]
}

test('every combination with any colour is readable', () => {
  fc.assert(
    fc.property(anyColour, (given) => {
      for (const [what, one, other, least] of pairs(given)) {
        if (wcagContrast(one, other) < least) {
          throw new Error(`${what}: ${one} on ${other} is ${wcagContrast(one, other)}`)
        }
      }
    }),
    { numRuns: 3000, examples: [['#000000'], ['#ffffff'], ['#0000ff'], ['#ffff00'], ['#808080']] },
  )
})

test('reports a correction and keeps the hue, and uses a suitable colour unchanged', () => {
  expect(accentOf('#ffee00')).toMatchObject({
    signal: '#ffee00',
    corrections: [
      expect.stringMatching(
        /^#ffee00 is too light for links on the white background of emails\. #[0-9a-f]{6} is/,
      ),
    ],
  })
  const dark = accentOf('#1a237e')
  expect(dark.mail_link).toBe('#1a237e')
  expect(dark.corrections).toEqual([
    `#1a237e is too dark for text and controls on dark pages. ${dark.signal} is used there instead.`,
  ])
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(dark.signal.slice(at, at + 2), 16),
  )
  expect(blue).toBeGreaterThan(Math.max(red!, green!) + 40)
  expect(accentOf(tokens.signal!).signal).toBe(tokens.signal)
})
