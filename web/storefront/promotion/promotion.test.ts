import { expect, test } from 'vitest'
import { readPromotion } from './promotion.ts'

const read = (query: string) => readPromotion(new URLSearchParams(query))

test('codes from the link are trimmed and converted to upper case', () => {
  expect(read('code= welcome10 &ref=mara7')).toEqual({ code: 'WELCOME10', referral: 'MARA7' })
})

test('an invalid code in the link is ignored', () => {
  expect(read('')).toEqual({ code: null, referral: null })
  expect(read('code=%3Cscript%3E&ref=a')).toEqual({ code: null, referral: null })
  expect(read(`code=${'A'.repeat(41)}&ref=${'A'.repeat(21)}`)).toEqual({
    code: null,
    referral: null,
  })
  expect(read('code=10%25&ref=MARA7')).toEqual({ code: null, referral: 'MARA7' })
})
