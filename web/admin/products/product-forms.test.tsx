// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import { media } from '#contract/platform/media.ts'
import { descriptionOf } from '../../testing/description.ts'
import { fakeApi, refused } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import { product } from '../../testing/product.ts'
import * as addProduct from './add-product.tsx'
import * as details from './details.tsx'
import * as plans from './plans.tsx'
import * as products from './products.tsx'

const pages = {
  '/admin/products': products,
  '/admin/products/:id': details,
  '/admin/products/:id/plans': plans,
}

/** A server on which Ben can change the product too. */
function productServer() {
  const server = fakeApi()
  let saved = product
  server.on(staffProducts.list, { games: [product], total: 1 })
  server.on(staffProducts.get, () => saved)
  server.on(media.preview, { html: '' })
  server.on(staffProducts.change, ({ body: { revision, price, name } }) => {
    if (revision !== saved.revision)
      return refused(staffProducts.change, 'changed_meanwhile', { changes: 'ben: name to B' })
    saved = {
      ...saved,
      ...(price && { price: Number(price) }),
      ...(name && { name }),
      revision: revision + 1,
    }
    return saved
  })
  return {
    ...server,
    change(part: Partial<StaffProduct>) {
      saved = { ...saved, ...part, revision: saved.revision + 1 }
    },
    bodies: () => server.callsOf(staffProducts.change).map(({ body }) => body),
  }
}

async function openPlans() {
  const server = productServer()
  const page = await renderPages(pages, { at: '/admin/products/7/plans' })
  const price = await screen.findByLabelText<HTMLInputElement>('Price')
  return {
    ...page,
    server,
    price,
    async typePrice(text: string) {
      await page.clear(price)
      await page.type(price, text)
    },
  }
}

test('a section saves only its own changed fields', async () => {
  const { typePrice, submit, server, price } = await openPlans()
  await typePrice('20')
  await submit('Save Changes')
  await screen.findByText('Product updated successfully')
  await waitFor(() => expect(price.value).toBe('20.00'))
  expect(server.bodies()).toEqual([{ price: 20, revision: 1 }])
})

test('a change of another section is no conflict, and a change of the same section is', async () => {
  const { typePrice, submit, server } = await openPlans()
  server.change({ name: 'B' })
  await typePrice('20')
  await submit('Save Changes')
  await screen.findByText('Product updated successfully')
  await screen.findByRole('heading', { name: 'B' })
  expect(server.bodies().at(-1)).toEqual({ price: 20, revision: 2 })
  server.change({ endsIn99: true })
  await typePrice('30')
  await submit('Save Changes')
  await screen.findByText(/Changed by ben/)
  expect(server.bodies()).toHaveLength(3)
  await submit('Save Changes')
  await waitFor(() => expect(server.bodies().at(-1)).toEqual({ price: 30, revision: 4 }))
})

test('another section asks before it discards unsaved changes', async () => {
  const { typePrice, click, address } = await openPlans()
  await typePrice('20')
  await click(screen.getByRole('link', { name: 'Details' }))
  await click(await screen.findByRole('button', { name: 'Discard Changes' }))
  await screen.findByLabelText('Name')
  expect(address()).toBe('/admin/products/7')
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
})

test('an invalid price of a plan is reported at its field', async () => {
  const { clear, type, submit } = await openPlans()
  const quarter = screen.getByLabelText('Price of 3 Months')
  await clear(quarter)
  await type(quarter, '-1')
  await submit('Save Changes')
  await waitFor(() => expect(descriptionOf(quarter)).toContain('The amount cannot be negative'))
})

test('a deleted product leads back to the list, also with unsaved changes', async () => {
  const { typePrice, click, server, address } = await openPlans()
  server.on(staffProducts.remove, { archived: false })
  await typePrice('20')
  await click(screen.getByRole('button', { name: 'Delete Product' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Product' }))
  await click(dialog.getByRole('button', { name: 'Delete Product' }))
  await waitFor(() => expect(address()).toBe('/admin/products'))
})

test('editing an unknown product shows an error', async () => {
  const server = fakeApi()
  server.on(staffProducts.list, { games: [], total: 0 })
  server.on(staffProducts.get, refused(staffProducts.get, 'unknown_product'))
  const { address } = await renderPages(pages, { at: '/admin/products/999999' })
  await screen.findByText('No product selected for editing')
  await waitFor(() => expect(address()).toBe('/admin/products'))
})

const pngHead = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const picture = { avif: '', webp: '', width: 640, height: 360, color: '#102030' }

test('a caption that is typed during an upload is kept, and no image is added twice', async () => {
  const server = productServer()
  const { type, upload, click } = await renderPages(pages, { at: '/admin/products/7' })
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
