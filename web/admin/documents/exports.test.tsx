import { expect, test } from 'vitest'
import { markupOf } from '../../testing/markup.tsx'
import { Exports } from './exports.tsx'

test('in test mode, the page says that the tax file contains no test documents', () => {
  const sentence = 'Test-mode documents are not in the tax file'
  expect(markupOf(<Exports />, { sandbox: { url: 'http://127.0.0.1:1' } })).toContain(sentence)
  expect(markupOf(<Exports />, { sandbox: null })).not.toContain(sentence)
})
