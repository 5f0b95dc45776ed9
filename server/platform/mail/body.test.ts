import { expect, test } from 'vitest'
import { mailBody } from './body.ts'

const site = 'https://shop.example'

test('links and pictures of the site lead there from a mail', () => {
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

test('every element carries its own look, for there are no style sheets', () => {
  const { html } = mailBody('# Big\n\nWords\n\n- one\n\n> said', site)
  for (const tag of ['h2', 'p', 'ul', 'li', 'blockquote']) {
    expect(html).toMatch(new RegExp(`<${tag} class="\\w+" style="[^"]+">`))
  }
})

test('nothing that runs or styles gets through', () => {
  const { html } = mailBody(
    '<script>alert(1)</script><style>p{}</style><p onclick="x" style="position:fixed">a</p>' +
      '\n\n[x](javascript:alert) [y](/ok "onload=x")\n\n<iframe src="https://x.example"></iframe>',
    site,
  )
  expect(html).not.toMatch(/script|<style|onclick|position:fixed|iframe|javascript/)
})

test('the text of a mail has nothing of the Markdown', () => {
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
