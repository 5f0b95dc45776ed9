import { expect, test } from 'vitest'
import { mailBody } from './body.ts'

const site = 'https://shop.example'

test('relative links and pictures in a mail lead to the site', () => {
  const { html, text } = mailBody(
    '[Store](/store?a=1) and [us](https://other.example/x)\n\n![Cover](/images/a.webp)',
    site,
  )
  expect(html).toContain('href="https://shop.example/store?a=1"')
  expect(html).toContain('href="https://other.example/x"')
  expect(html).toContain('src="https://shop.example/images/a.webp"')
  expect(text).toContain('Store (https://shop.example/store?a=1) and us (https://other.example/x)')
  expect(text).toContain('Cover (https://shop.example/images/a.webp)')
})

test('every element has inline styles', () => {
  const { html } = mailBody('# Big\n\nWords\n\n- one\n\n> said', site)
  for (const tag of ['h2', 'p', 'ul', 'li', 'blockquote']) {
    expect(html).toMatch(new RegExp(`<${tag} class="\\w+" style="[^"]+">`))
  }
})

test('removes scripts and styles', () => {
  const { html } = mailBody(
    '<script>alert(1)</script><style>p{}</style><p onclick="x" style="position:fixed">a</p>' +
      '\n\n[x](javascript:alert) [y](/ok "onload=x")\n\n<iframe src="https://x.example"></iframe>',
    site,
  )
  expect(html).not.toMatch(/script|<style|onclick|position:fixed|iframe|javascript/)
})

test('the plain text of a mail contains no Markdown', () => {
  const { text } = mailBody(
    '# Hello <b>you</b>\n\n**Bold** and _soft_ `code`, a [link](/store).\n\n- one\n- two\n\n> said\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nhttps://shop.example/blog',
    site,
  )
  expect(text).toBe(
    [
      'Hello you',
      '',
      'Bold and soft code, a link (https://shop.example/store).',
      '',
      ' * one',
      ' * two',
      '',
      '> said',
      '',
      'A   B',
      '1   2',
      '',
      'https://shop.example/blog',
    ].join('\n'),
  )
})
