import { expectAccessible } from './accessible.ts'
import { expect, test } from './test.ts'

const style = '<style>p { color: #111 } .pale { color: #ddd }</style>'
const documentOf = (body: string, head = style) =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><main>${body}</main></body></html>`

test('the accessibility check skips a page only if its result cannot differ', async ({ page }) => {
  const judge = async (body: string, head?: string) => {
    // Starts a new document, without axe from the previous one.
    await page.goto('about:blank')
    await page.setContent(documentOf(body, head))
    return expectAccessible(page).then(
      () => 'fine',
      (error) => /"([a-z-]+): /.exec(String(error))?.[1],
    )
  }
  const looked = () => page.evaluate(() => 'axe' in window)
  const good =
    '<h1>Read</h1><p>One</p><p>Two</p><label for="a">A</label><input id="a"><button>Go</button>'

  expect(await judge(good)).toBe('fine')
  expect(await looked()).toBe(true)
  expect(await judge(good.replaceAll('One', 'Another').replaceAll('"a"', '"b"'))).toBe('fine')
  expect(await looked()).toBe(false)

  const faults = [
    [good.replace('Go', ''), 'button-name'],
    [good.replace('for="a"', 'for="b"'), 'label'],
    [good.replace('<p>Two', '<p class="pale">Two'), 'color-contrast'],
    [`<div class="pale">${good.replace('<p>Two</p>', 'Two')}</div>`, 'color-contrast'],
    [good.replace('<button>', '<button aria-hidden="true">'), 'aria-hidden-focus'],
    [good.replace('<button>', '<button role="wrong">'), 'aria-roles'],
  ] as const
  // Faults are reported again on every check.
  for (const [body, fault] of faults)
    for (const _ of ['once', 'again']) expect([body, await judge(body)]).toEqual([body, fault])
  const pale = style.replace('#111', '#ddd')
  expect(await judge(good, pale)).toBe('color-contrast')
})
