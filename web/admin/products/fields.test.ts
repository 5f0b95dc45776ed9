import { afterEach, expect, test, vi } from 'vitest'
import { product } from '../../testing/product.ts'
import { asBody, blank, changesOf, fieldsOf, newProduct, productFields } from './fields.ts'

afterEach(() => vi.unstubAllEnvs())

test('only changed fields are sent', () => {
  const fields = { ...fieldsOf(product), price: '20', disabled: true, image: 'data:image/png,' }
  expect(changesOf(fieldsOf(product), fields)).toEqual({
    price: 20,
    disabled: true,
    image: 'data:image/png,',
  })
  const role = { ...product, discordRoleId: '120000000000000001' }
  expect(changesOf(fieldsOf(role), { ...fieldsOf(role), discordRoleId: ' ' })).toEqual({
    discordRoleId: ' ',
  })
})

test('each typed line becomes an item, or a requirement with a label and a value', () => {
  const before = fieldsOf({ ...product, requirements: [{ label: 'RAM', value: '8 GB' }] })
  expect(before.requirements).toBe('RAM: 8 GB')
  const typed = {
    ...before,
    category: ' ',
    included: ' One \n\nTwo',
    requirements: 'RAM: 8 GB\nPorts : 80, then: 443',
  }
  expect(productFields.safeParse(typed).success).toBe(true)
  expect(changesOf(before, typed)).toEqual({
    category: null,
    included: ['One', 'Two'],
    requirements: [
      { label: 'RAM', value: '8 GB' },
      { label: 'Ports', value: '80, then: 443' },
    ],
  })
})

test.each([
  ['requirements', 'RAM: 8 GB\nWindows', /^Line 2: Enter a name, a colon and a value/],
  ['requirements', `${'x'.repeat(41)}: 1`, 'Line 1: At most 40 characters'],
  ['included', 'x\n'.repeat(13), 'At most 12 lines'],
  ['included', `One\n${'x'.repeat(121)}`, 'Line 2: At most 120 characters'],
  ['category', 'x'.repeat(41), 'At most 40 characters'],
  ['screenshots', [{ image: `/images/${'0'.repeat(32)}-640.webp`, caption: '' }], /^Describe/],
])('an invalid value of %s is reported at its field', (field, typed, message) => {
  const { issues } = productFields.safeParse({ ...fieldsOf(product), [field]: typed }).error!
  expect(issues.map(({ path }) => path[0])).toContain(field)
  expect(issues[0]!.message).toMatch(message)
})

test('unedited dates of a sale are sent unchanged, to the millisecond', () => {
  // An hour that occurs twice in New York when the clocks go back.
  vi.stubEnv('TZ', 'America/New_York')
  const planned = { percent: 20, from: '2027-05-01T00:00:00.500Z', to: '2027-11-07T06:30:45.000Z' }
  const before = fieldsOf({ ...product, planned_sale: planned })
  const draft = before.sale!
  expect(changesOf(before, { ...before, sale: { ...draft, percent: '25' } })).toEqual({
    planned_sale: { ...planned, percent: 25 },
  })
  const later = changesOf(before, { ...before, sale: { ...draft, to: '2027-12-01T00:00' } })
  expect(later).toMatchObject({
    planned_sale: { from: planned.from, to: '2027-12-01T05:00:00.000Z' },
  })
})

test('a new product is sent with either an uploaded image or an image address', () => {
  const fields = { ...blank, name: 'B', price: '1', imageUrl: ' https://example.com/a.png ' }
  expect(asBody(fields)).toMatchObject({ price: 1, imageUrl: 'https://example.com/a.png' })
  expect(asBody({ ...fields, image: 'data:' })).not.toHaveProperty('imageUrl')
})

test.each([
  ['', 'Enter a price'],
  ['1.9999', 'At most two decimals are allowed'],
  ['-1', 'The amount cannot be negative'],
  ['1e3', 'Enter an amount, for example 12.50'],
  ['10001', 'Enter a price from 0 to 10,000'],
  ['0', undefined],
  ['10000.00', undefined],
])('the price %j gets the error: %s', (price, problem) => {
  const fields = { ...blank, name: 'A', imageUrl: 'https://example.com/a.png', price }
  expect(newProduct.safeParse(fields).error?.issues[0]?.message).toBe(problem)
})
