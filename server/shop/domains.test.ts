import { expect, test } from 'vitest'
import { domains } from './domains.ts'

test('every mail is declared once, by one domain', () => {
  const names = domains.flatMap(({ mails = [] }) => mails.map(({ name }) => name))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
