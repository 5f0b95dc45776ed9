import { expect, test } from 'vitest'
import { addHeadingIds } from './heading-ids.ts'
import { renderMarkdown, renderWritten } from './markdown.ts'

const slow = 'a_'.repeat(100_000)
const deep = '>'.repeat(6000)

test('refuses a text that takes too long to render, in time', () => {
  for (const text of [slow, deep]) {
    const began = process.threadCpuUsage()
    expect(() => renderWritten(text, 'content')).toThrow('This text cannot be shown')
    expect(process.threadCpuUsage(began).user).toBeLessThan(5_000_000)
  }
})

test('shows a stored text that would be refused now as it was written', () => {
  const shown = renderMarkdown(`${deep}\n<b>`)
  expect(shown === `<p>${'&gt;'.repeat(6000)}\n&lt;b&gt;</p>`).toBe(true)
})

test('renders a normal text, also after a refused one', () => {
  expect(renderWritten('# Hi\n\n*you*', 'content')).toBe('<h2>Hi</h2>\n<p><em>you</em></p>\n')
  const long = 'Some **words** and a [link](https://a.example).\n\n'.repeat(100)
  expect(renderWritten(long, 'content')).toContain('<strong>words</strong>')
})

test('tasks show whether they are done, and cells keep their alignment', () => {
  const tasks = renderMarkdown('- [ ] open\n- [x] done\n')
  expect(tasks.replace(/\s+/g, ' ')).toBe('<ul> <li>☐ open</li> <li>☑ done</li> </ul> ')
  const table = renderMarkdown('|a|b|\n|:-:|--:|\n|1|2|\n')
  expect(table).toContain('<th align="center">a</th>')
  expect(table).toContain('<td align="right">2</td>')
})

test('headings have ids of their own, which never collide with the page’s', () => {
  const html = addHeadingIds(
    renderMarkdown('## Refunds & *more*\n\n## Refunds\n\n### Refunds\n\n# Main'),
  )
  expect(html.match(/id="[^"]*"/g)).toEqual([
    'id="refunds-more"',
    'id="refunds"',
    'id="refunds-2"',
    'id="main-2"',
  ])
})
