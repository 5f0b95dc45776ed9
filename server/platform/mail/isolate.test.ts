import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isolate } from '#contract/wire/isolate.ts'
import { frame } from './frame.ts'
import { listed } from './listed.ts'

const name = 'עוזר כיוון'

test('a list of names in a mail isolates each of them', () => {
  expect(listed([name, 'Apex Drift'])).toBe(`${isolate(name)} and Apex Drift`)
})

test('the texts of mails insert names only where they are isolated', async () => {
  const inserted = /\$\{([^}]*\.)?(product|name|username|shopName)\}/
  const found: string[] = []
  for await (const file of glob('server/**/*mail-texts.ts')) {
    const text = await readFile(file, 'utf8')
    for (const [sentence] of text.matchAll(/(?<!isolated)`[^`\n]+`/g))
      if (inserted.test(sentence) && !sentence.includes('siteUrl}/'))
        found.push(`${file}: ${sentence}`)
  }
  expect(found).toEqual([])
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
