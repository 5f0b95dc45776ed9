import { expect, test } from 'vitest'
import { frame } from './frame.ts'

const look = { accent: null, logo: null }
const sender = {
  shopName: 'Load & <Out>',
  siteUrl: 'https://shop.example',
  look,
  seller: null,
  mailTexts: {},
  timeZone: 'UTC',
}
const content = {
  subject: 'A "subject"',
  preheader: 'Before <all>',
  heading: 'Heading & <b>',
  paragraphs: ['First <script>alert(1)</script>', "It's second"],
  rows: [
    { label: 'Total <all>', value: '$19.99' },
    { label: 'Device', value: '<img src=x>' },
  ],
  button: { label: 'Press <me>', url: 'https://shop.example/x?a=1&b="2"' },
  notes: ['A note'],
  reason: 'Because <you> asked',
}

test('the plain text says the same as the HTML, unescaped', () => {
  const { text, subject } = frame(sender, content)
  expect(subject).toBe('A "subject"')
  expect(text).toBe(`Heading & <b>

First <script>alert(1)</script>

It's second

Total <all>: $19.99
Device: <img src=x>

Press <me>:
https://shop.example/x?a=1&b="2"

A note

--
Because <you> asked
Load & <Out>, https://shop.example
`)
})

test('a note that ends in an address becomes a link', () => {
  const notes = ['Stop the "renewal": https://shop.example/stop?token=1&of="2"', 'See: nothing']
  const { html, text } = frame(sender, { ...content, notes })
  expect(html).toMatch(
    /<a class="link" href="https:\/\/shop\.example\/stop\?token=1&amp;of=&quot;2&quot;"[^>]*>Stop the &quot;renewal&quot;<\/a>/,
  )
  expect(html).toContain('>See: nothing</p>')
  expect(text).toContain(notes[0])
})

test('the mark is the first full character of the name', () => {
  const { html } = frame({ ...sender, shopName: '🎮 Forge' }, content)
  expect(html).toContain('>🎮</span>🎮 Forge</a>')
})

test('escapes all values', () => {
  const { html } = frame(sender, content)
  expect(html).not.toMatch(/<script|<me>|<you>|<all>|<Out>|<b>/)
  expect(html).toContain('First &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('href="https://shop.example/x?a=1&amp;b=&quot;2&quot;"')
  expect(html).not.toMatch(/<img|<[^>]*src=/)
})

test('without a button the only link leads to the site', () => {
  const { html, text } = frame(sender, { ...content, button: undefined })
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
  expect(new Set(links)).toEqual(new Set(['https://shop.example']))
  expect(text).not.toContain('Press')
})
