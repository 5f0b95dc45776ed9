import { hold } from './hold.ts'
import { main } from './parts.ts'
import { atBothWidths, expect, test } from './test.ts'

atBothWidths(() => {
  test('on a slow network, the page appears at once and its layout does not shift later', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard?t=orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    const title = page.getByRole('heading', { level: 1 })
    const calls = await hold(page, '**/api/user/subscriptions')
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(title).toHaveText('Subscriptions')
    await expect(main(page).getByRole('status').getByText('Loading...')).toBeVisible()
    const before = await title.boundingBox()
    calls.letGo()
    await expect(page.getByRole('heading', { name: /No .*subscriptions/i })).toBeVisible()
    expect(await title.boundingBox()).toEqual(before)

    const products = await hold(page, /\/store\.data/)
    await page.goto('/cart')
    await page.getByRole('link', { name: 'Browse Store' }).click()
    await expect(title).toHaveText('Store')
    await expect(page.getByPlaceholder('Search games...')).toBeHidden()
    const at = await title.boundingBox()
    products.letGo()
    await expect(page.getByPlaceholder('Search games...')).toBeVisible()
    expect(await title.boundingBox()).toEqual(at)
  })
})

test('a button with a pending call shows that it is busy and ignores clicks', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/dashboard?t=support&ticket=new')
  await page.getByLabel('Subject').fill('No sound')
  await page.getByLabel('Description').fill('Since the update.')
  const calls = await hold(page, /\/api\/tickets\//, 'POST')
  const create = page.getByRole('button', { name: 'Create Ticket' })
  await create.click()
  await expect(create).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => calls.count).toBe(1)
  await create.press('Enter')
  await create.dispatchEvent('click')
  await page.getByLabel('Subject').press('Enter')
  expect(calls.count).toBe(1)
  calls.letGo()
  await expect(page.getByText('Support ticket created successfully')).toBeVisible()
})
