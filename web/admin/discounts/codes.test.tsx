// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type ListedDiscount, staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { descriptionOf } from '../../testing/description.ts'
import { fakeApi, refused } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import { product } from '../../testing/product.ts'
import * as codes from './codes.tsx'

const listed = (code: string): ListedDiscount => ({
  ...{ id: 1, code, gid: 7, product_name: 'A', type: 1, amount: 10, max_uses: 0, used_count: 3 },
  ...{ max_per_customer: 0, min_order: 0, first_order: false, renewals: 0 },
  ...{ start_date: '2026-01-01T00:00:00Z', end_date: '2099-01-01T00:00:00Z' },
})

async function openCodes(button: string) {
  const server = fakeApi()
  server.on(staffDiscounts.list, { discounts: [listed('OLD')], total: 1 })
  server.on(staffProducts.list, { games: [product], total: 1 })
  const page = await renderPages({ '/admin/codes': codes })
  await page.submit(button)
  const dialog = within(screen.getByRole('dialog'))
  return {
    ...page,
    server,
    dialog,
    field: (label: string) => dialog.getByLabelText(label, { exact: false }),
  }
}

test('every error of a new code is shown at its field', async () => {
  const { type, selectOptions, click, clear, dialog, field, server } = await openCodes('Add Code')
  const add = dialog.getByRole('button', { name: 'Add' })
  const code = field('Code')
  const retype = async (at: HTMLElement, text: string) => {
    await clear(at)
    await type(at, text)
  }
  await type(code, 'a b')
  expect((code as HTMLInputElement).value).toBe('A B')
  expect((add as HTMLButtonElement).disabled).toBe(true)
  await selectOptions(field('Type'), 'Fixed Amount')
  await retype(field('Amount in USD'), '-1')
  await retype(field('Minimum order'), '1,200')
  await retype(field('Max uses (0'), 'many')
  fireEvent.change(field('End date'), { target: { value: '2020-01-01T00:00' } })
  await click(add)
  for (const [label, sentence] of [
    ['Product', /^Choose a product/],
    ['Code', /letters, digits/],
    ['Amount in USD', /^The amount cannot be negative/],
    ['End date', /^The end must be after the start/],
    ['Max uses (0', /^Enter a whole number/],
    ['Minimum order', /^“1,200” is ambiguous/],
  ] as const)
    await waitFor(() => expect(descriptionOf(field(label))).toMatch(sentence))
  expect(server.callsOf(staffDiscounts.add)).toEqual([])
})

test('a code that exists already is reported at its field', async () => {
  const { type, selectOptions, clear, click, dialog, field, server } = await openCodes('Add Code')
  server.on(staffDiscounts.add, () => refused(staffDiscounts.add, 'code_exists', { code: 'OLD' }))
  await selectOptions(field('Product'), 'A')
  await type(field('Code'), 'old')
  await clear(field('Amount in percent'))
  await type(field('Amount in percent'), '5')
  await click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(descriptionOf(field('Code'))).toMatch(/OLD.* already exists/))
})

test('generated codes are added in one call and can be downloaded', async () => {
  const { type, selectOptions, clear, click, submit, dialog, field, server } =
    await openCodes('Generate Codes')
  server.on(staffDiscounts.add, ({ body }) => ({
    discounts: body.map(({ code }) => listed(code)),
    total: body.length,
  }))
  await selectOptions(field('Product'), 'A')
  await clear(field('Number of codes'))
  await type(field('Number of codes'), '250')
  await type(field('Prefix'), 'spring-')
  await clear(field('Amount in percent'))
  await type(field('Amount in percent'), '5')
  await click(dialog.getByRole('button', { name: 'Generate Codes' }))
  await screen.findByRole('dialog', { name: '250 codes added' })
  const [call, ...more] = server.callsOf(staffDiscounts.add)
  expect(more).toEqual([])
  const sent = call!.body.map(({ code }) => code)
  expect(new Set(sent).size).toBe(250)
  expect(call!.body[0]).toMatchObject({ gid: 7, type: 1, amount: 5, max_uses: 1 })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return '#file'
  })
  await submit('Download CSV')
  const text = await files[0]!.text()
  for (const code of sent) expect(text).toContain(`\r\n${code},A,percent,10,`)
})

test('a code is removed with its id', async () => {
  const { click, server } = await openCodes('Remove OLD')
  server.on(staffDiscounts.remove, { removed: 1 })
  screen.getByText(/Orders that used it keep their price/)
  await click(screen.getByRole('button', { name: 'Remove Code' }))
  await screen.findByText(/^Code .*OLD.* removed$/)
  expect(server.callsOf(staffDiscounts.remove)).toMatchObject([{ body: [{ id: 1, code: 'OLD' }] }])
})
