import { expect, test } from 'vitest'
import { renderMarkdown, renderWritten } from './markdown.ts'

const slow = 'a_'.repeat(100_000)
const deep = '>'.repeat(6000)

test('a text that would hold up the shop is refused in time', () => {
  for (const text of [slow, deep]) {
    const began = process.threadCpuUsage()
    expect(() => renderWritten(text, 'content')).toThrow('This text cannot be shown')
    expect(process.threadCpuUsage(began).user).toBeLessThan(5_000_000)
  }
})

test('one that is kept already is shown as it was written', () => {
  const shown = renderMarkdown(`${deep}\n<b>`)
  expect(shown === `<p>${'&gt;'.repeat(6000)}\n&lt;b&gt;</p>`).toBe(true)
})

test('what is usual is rendered, also after one that was not', () => {
  expect(renderWritten('# Hi\n\n*you*', 'content')).toBe('<h2>Hi</h2>\n<p><em>you</em></p>\n')
  const long = 'Some **words** and a [link](https://a.example).\n\n'.repeat(500)
  expect(renderWritten(long, 'content')).toContain('<strong>words</strong>')
})
