import { expect, test } from 'vitest'
import { type Format, format, picture } from './format.ts'

/** `«` and `»` in the text mark the selection, before and after. */
function run(kind: Format | 'picture', marked: string) {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  const text = marked.replace(/[«»]/g, '')
  const selected = { text, start, end }
  const edit = kind === 'picture' ? picture('/images/a.webp', selected) : format(kind, selected)
  const [from, to] = edit.select
  const insert = `${edit.insert.slice(0, from)}«${edit.insert.slice(from, to)}»${edit.insert.slice(to)}`
  return text.slice(0, edit.from) + insert + text.slice(edit.to)
}

test.each<[Format | 'picture', string, string]>([
  ['bold', 'a «word» b', 'a **«word»** b'],
  ['bold', 'a **«word»** b', 'a «word» b'],
  ['bold', 'a «»', 'a **«bold text»**'],
  ['italic', '«x»', '_«x»_'],
  ['code', 'run «ls» now', 'run `«ls»` now'],
  ['code', '«a\nb»', '```\n«a\nb»\n```'],
  ['heading', 'one\ntw«»o', 'one\n## two«»'],
  ['heading', '## tw«»o', 'two«»'],
  ['list', 'one\nt«wo\nth»ree\nfour', 'one\n- two\n- three«»\nfour'],
  ['list', '«- a\n- b»', 'a\nb«»'],
  ['link', 'see «here».', 'see [here](«https://»).'],
  ['link', '«»', '[link text](«https://»)'],
  ['picture', 'text«»', 'text\n\n![«Image description»](/images/a.webp)\n\n'],
  ['picture', '«a [cat]»', '![«a  cat »](/images/a.webp)\n\n'],
])('%s: %j becomes %j', (kind, given, expected) => {
  expect(run(kind, given)).toBe(expected)
})
