import { expect, test } from 'vitest'
import { mailTextNames } from '#contract/platform/mail-texts.ts'
import { domains } from './domains.ts'

test('every mail with editable texts is declared once, by one domain', () => {
  const names = domains.flatMap(({ mails = [] }) => mails.map(({ name }) => name))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names).toEqual(
    expect.arrayContaining(mailTextNames.map((name) => name.replace('mail-', ''))),
  )
})
