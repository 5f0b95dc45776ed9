// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import { media } from '#contract/platform/media.ts'
import { fakeApi, refused } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import * as addProduct from './add-product.tsx'
import * as products from './products.tsx'

const product: StaffProduct = {
  ...{ id: 7, slug: 'a', name: 'A', price: 19.9, terms: [], sale: null, plans: null },
  ...{ endsIn99: false, deviceLimit: 1, sessionLimit: 1, offlineHours: 0, loaderOffline: false },
  ...{ planned_sale: null, featured: false, image: null, imageUrl: null, description: 'Text' },
  ...{ hidden: false, disabled: false, discordRoleId: null, in_use: false, revision: 1 },
  ...{ category: null, popular: false, included: [], requirements: [], screenshots: [] },
}

/** The error and the hint of a field, as a screen reader reads them. */
function descriptionOf(field: HTMLElement) {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'

async function openDialog() {
  const server = fakeApi()
  server.on(staffProducts.list, { games: [product], total: 1 })
  server.on(staffProducts.get, product)
  server.on(staffDiscounts.list, { discounts: [], total: 0 })
  server.on(media.preview, { html: '' })
  const page = await renderPages({ '/admin/products': products }, { at: '/admin/products?edit=7' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit A' }))
  const group = within(dialog.getByRole('group', { name: 'New discount code' }))
  return {
    ...page,
    server,
    group,
    field: (label: string) => group.getByLabelText(label, { exact: false }),
    save: dialog.getByRole('button', { name: 'Save Changes' }),
  }
}

test('every error of a new code is shown at its field', async () => {
  const { type, selectOptions, click, clear, field, group, save, server } = await openDialog()
  const code = group.getByLabelText('Code')
  await type(code, 'A B')
  await selectOptions(field('Type'), 'Fixed Amount')
  const amount = field('Amount in USD')
  await clear(amount)
  await type(amount, '-1')
  await clear(field('Minimum order'))
  await type(field('Minimum order'), '1,200')
  await clear(field('Max uses (0'))
  await type(field('Max uses (0'), 'many')
  fireEvent.change(field('End date'), { target: { value: '2020-01-01T00:00' } })
  const faults = [
    [code, /letters, digits/],
    [amount, /^The amount cannot be negative/],
    [field('End date'), /^The end must be after the start/],
    [field('Max uses (0'), /^Enter a whole number/],
    [field('Minimum order'), /^“1,200” is ambiguous/],
  ] as const
  for (const button of [group.getByRole('button', { name: 'Add' }), save]) {
    await click(button)
    await waitFor(() => expect(document.activeElement).toBe(code))
    for (const [at, sentence] of faults) {
      expect(descriptionOf(at)).toMatch(sentence)
      expect(isInvalid(at)).toBe(true)
    }
  }
  await clear(code)
  await type(code, 'SPRING')
  expect(isInvalid(code)).toBe(false)
  expect(isInvalid(field('Minimum order'))).toBe(true)
  expect(server.callsOf(staffDiscounts.add)).toEqual([])
})

test('a new code with an amount but no code is reported and not discarded', async () => {
  const { type, click, clear, field, group, save } = await openDialog()
  const code = group.getByLabelText('Code')
  await clear(field('Amount in percent'))
  await type(field('Amount in percent'), '7')
  await clear(field('Minimum order'))
  await type(field('Minimum order'), 'abc')
  await click(save)
  await waitFor(() => expect(descriptionOf(code)).toMatch('Enter the code, or clear its fields'))
  expect(document.activeElement).toBe(code)
  expect(descriptionOf(field('Minimum order'))).toMatch(/^Enter an amount/)
  await click(group.getByRole('button', { name: 'Clear' }))
  expect(group.queryByRole('button', { name: 'Clear' })).toBeNull()
  expect(document.activeElement).toBe(code)
  expect((field('Amount in percent') as HTMLInputElement).value).toBe('0')
  await click(save)
  await screen.findByText('Product updated successfully')
})

test('each invalid price shows its own error', async () => {
  fakeApi()
  const { type, click, clear } = await renderPages({ '/admin/products/add': addProduct })
  const price = await screen.findByLabelText('Price')
  const submit = () => click(screen.getByRole('button', { name: 'Add Product' }))
  for (const [typed, sentence] of [
    ['abc', 'Enter an amount, for example 12.50'],
    ['-1', 'The amount cannot be negative'],
    ['1.2345', 'At most two decimals are allowed'],
    ['1,200', '“1,200” is ambiguous: enter 1200 or 1.20'],
    ['1,200.50', 'Enter the amount without thousands separators, for example 1200.50'],
    ['20000', 'Enter a price from 0 to 10,000'],
    ['9999999999999', 'Enter a price from 0 to 10,000'],
  ] as const) {
    await clear(price)
    await type(price, typed)
    await submit()
    await waitFor(() => expect(descriptionOf(price)).toContain(sentence))
  }
  const quarter = screen.getByLabelText('Price of 3 Months')
  await clear(quarter)
  await type(quarter, '-1')
  await submit()
  await waitFor(() => expect(descriptionOf(quarter)).toContain('The amount cannot be negative'))
})

test('editing an unknown product shows an error', async () => {
  const server = fakeApi()
  server.on(staffProducts.list, { games: [], total: 0 })
  server.on(staffProducts.get, refused(staffProducts.get, 'unknown_product'))
  server.on(staffDiscounts.list, refused(staffDiscounts.list, 'unknown_product'))
  const pages = { '/admin/products': products }
  const { address } = await renderPages(pages, { at: '/admin/products?edit=999999' })
  await screen.findByText('No product selected for editing')
  await waitFor(() => expect(address()).toBe('/admin/products'))
})

const pngHead = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const picture = { avif: '', webp: '', width: 640, height: 360, color: '#102030' }

test('a caption that is typed during an upload is kept, and no image is added twice', async () => {
  const server = fakeApi()
  const { type, upload, click } = await renderPages({ '/admin/products/add': addProduct })
  const uploaded = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const images = ['/images/a-640.webp', '/images/b-640.webp', '/images/a-640.webp']
  for (const [at, src] of images.entries()) {
    server.on(media.addImage, async () => {
      await uploaded[at]!.promise
      return { src, ...picture }
    })
    await upload(
      await screen.findByLabelText('Screenshot file'),
      new File([pngHead], 'a.png', { type: 'image/png' }),
    )
    if (at === 1) await type(screen.getByLabelText('Caption of screenshot 1'), 'The menu')
    uploaded[at]!.resolve()
    if (at < 2) await screen.findByLabelText(`Caption of screenshot ${at + 1}`)
  }
  await screen.findByText('This image is already one of the screenshots')
  expect(screen.getByLabelText<HTMLInputElement>('Caption of screenshot 1').value).toBe('The menu')
  expect(screen.queryByLabelText('Caption of screenshot 3')).toBeNull()
  await click(screen.getByRole('button', { name: 'Remove screenshot 2' }))
  expect(screen.queryByLabelText('Caption of screenshot 2')).toBeNull()
})
