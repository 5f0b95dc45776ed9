import { expect, test } from 'vitest'
import { isMailText, mailTexts } from '#contract/platform/mail-texts.ts'
import { domains } from './domains.ts'

/** Texts that a mail uses in place of its own, for example for several products at once. */
const variants = ['subscriptions-ended', 'subscriptions-ending', 'verifications']

test('every mail with editable texts says whether staff can send it again', () => {
  const names = Object.keys(mailTexts)
    .filter(isMailText)
    .map((name) => name.replace('mail-', ''))
  const declared = domains.flatMap(({ mails = {} }) => Object.keys(mails))
  expect(names.filter((name) => !declared.includes(name)).toSorted()).toEqual(variants)
})
