import { expect, test } from 'vitest'
import { frame } from './frame.ts'
import { isolate } from './isolate.ts'

const name = 'עוזר כיוון'

test('a name in Hebrew is isolated in a sentence, and a Latin one stays as it is', () => {
  expect(isolate('Apex Drift')).toBe('Apex Drift')
  expect(isolate(name)).toBe(`\u2068${name}\u2069`)
})

test('a mail shows names and typed text in their own direction', () => {
  const sender = {
    shopName: 'Loadout',
    siteUrl: 'https://shop.example',
    look: { accent: null, logo: null },
    seller: null,
    mailTexts: {},
    timeZone: 'UTC',
  }
  const { html, text } = frame(sender, {
    subject: 'Subject',
    preheader: '',
    heading: `${name}!`,
    paragraphs: [`Thank you for ${isolate(name)} & more`],
    body: { html: `<p style="margin:0">${name}!</p>`, text: `${name}!` },
    rows: [{ label: `${isolate(name)}, 3 months`, value: '$9.00' }],
    notes: [],
    reason: 'Because',
  })
  expect(html).toMatch(RegExp(`<h1 dir="auto"[^>]*>${name}!</h1>`))
  expect(html).toContain(`Thank you for <bdi>${name}</bdi> &amp; more</p>`)
  expect(html).toContain(`<p dir="auto" style="margin:0">${name}!</p>`)
  expect(html).toContain(`<bdi>${name}</bdi>, 3 months</td>`)
  expect(text).toContain(`\u2068${name}\u2069, 3 months: $9.00`)
})
