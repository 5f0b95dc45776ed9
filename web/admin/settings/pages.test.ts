import { expect, test } from 'vitest'
import { settingNames } from '#contract/platform/settings.ts'
import { findSettings } from './find.ts'
import { settingsPages } from './pages.ts'
import { settingsPaths } from './paths.ts'

test('every setting is on exactly one page, and every page has a route', () => {
  const pages = settingsPages()
  const settings = pages.flatMap(({ groups }) => groups.flatMap((group) => group.settings))
  expect(settings.map(({ name }) => name).toSorted()).toEqual(settingNames.toSorted())
  expect(pages.map(({ path }) => path)).toEqual(['', ...settingsPaths])
})

test('a setting is found by words of its label or hint, first those with the words in the label', () => {
  const found = (text: string) => findSettings(text).map(({ to }) => to)
  expect(found('grace PERIOD')).toEqual(['/admin/settings/renewals#renewal_grace_days'])
  expect(found('stolen')).toEqual(['/admin/settings/renewals#renewal_retry_days'])
  expect(found('refund')[0]).toBe('/admin/settings/refunds')
  expect(found('custom rates')).toEqual(['/admin/settings/seller#tax_mode'])
  expect(found('captcha')).toContain('/admin/settings/services#captcha')
  expect(found('refund policy')).toContain('/admin/settings/texts/refunds')
  expect(found('logo')).toEqual(['/admin/settings/appearance'])
  expect(found('no such thing')).toEqual([])
  expect(found(' ')).toEqual([])
})
