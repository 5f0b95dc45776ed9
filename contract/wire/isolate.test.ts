import { expect, test } from 'vitest'
import { isolate, isolated } from './isolate.ts'
import { fill } from './refusals.ts'
import { timeOf } from './terms.ts'

const name = 'עוזר כיוון'
const isolatedName = `\u2068${name}\u2069`

test('a name in Hebrew is isolated in a sentence, and a Latin one stays as it is', () => {
  expect(isolate('Apex Drift')).toBe('Apex Drift')
  expect(isolate(name)).toBe(isolatedName)
  expect(isolated`${name} expires in ${'3 days'}`).toBe(`${isolatedName} expires in 3 days`)
})

test('isolates each line of a value separately', () => {
  expect(isolate(`one\n${name}`)).toBe(`one\n${isolatedName}`)
})

test('refusals and lengths of time isolate the names in them', () => {
  expect(fill('{product} is sold out', { product: name })).toBe(`${isolatedName} is sold out`)
  expect(timeOf(name, 60, () => '1 minute')).toBe(`1 minute of ${isolatedName}`)
})
