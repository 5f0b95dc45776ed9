import { expect, test } from 'vitest'
import { changesOf, type SettingsFields } from './fields.ts'

test('only changed settings are sent, with the revision that they were loaded with', () => {
  const saved = { referral_code_uses: '0', registration_by_referral: false, revision: 3 }
  const base = saved as SettingsFields
  expect(changesOf({ ...base, referral_code_uses: ' 9' }, base)).toEqual({
    referral_code_uses: 9,
    revision: 3,
  })
})
