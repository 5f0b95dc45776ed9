import { expect, test } from 'vitest'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { timeOfEach } from './lasting.ts'

test('a mail names the lifetime of a product instead of a number of days', () => {
  const items = [
    { name: 'Night Vision', seconds: lifetimeSeconds },
    { name: 'Aim Trainer', seconds: 2 * 3600 },
  ]
  expect(timeOfEach(items)).toBe('the lifetime of Night Vision, 2 hours of Aim Trainer')
})
