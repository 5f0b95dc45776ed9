import type { Page } from '@playwright/test'
import { cards, fillCard } from './card.ts'
import { saveCards } from './saved-cards.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Saved cards' }).getByRole('listitem')
const chosen = (page: Page) =>
  rows(page).filter({ has: page.getByText('Default', { exact: true }) })
const save = (page: Page) => page.getByRole('button', { name: 'Save card' })
const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure authentication"]')

onAPhone(() => {
  test('a customer adds a card, and another one with 3-D Secure as the default', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Cards' }).click()
    await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page.getByRole('heading', { name: 'Add a card' })).toBeFocused()
    await fillCard(page, cards.declined)
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
    await fillCard(page, cards.good)
    await save(page).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(chosen(page)).toHaveCount(1)
    const add = page.getByRole('button', { name: 'Add card' })
    await expect(add).toBeFocused()

    await add.click()
    await fillCard(page, cards.secure)
    await page.getByLabel('Make this my default card').check()
    await save(page).click()
    await bank(page).getByRole('button', { name: 'Complete' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(chosen(page)).toContainText('3184')
    await expectAccessible(page)
  })
})

test('a customer changes the default card and removes the old one', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn()
  await saveCards(page, shop, [{ number: cards.good }, { number: '5555555555554444' }])
  await page.goto('/dashboard?t=cards')
  await page.getByRole('button', { name: 'Make default: Mastercard ending in 4444' }).click()
  await expect(page.getByText('Mastercard ending in 4444 is now your default card')).toBeVisible()
  await expect(chosen(page)).toContainText('4444')
  await page.getByRole('button', { name: 'Remove: Mastercard ending in 4444' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove card' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove card' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(chosen(page)).toHaveCount(1)
})

test('adding a card that the provider has confirmed can be retried if the shop was unavailable', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 /)
  await signIn()
  await page.goto('/dashboard?t=cards')
  await page.getByRole('button', { name: 'Add card' }).click()
  await fillCard(page, cards.good)
  await page.route('**/api/user/cards', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/user/cards')
  await save(page).click()
  await expect(rows(page)).toHaveCount(1)
})
