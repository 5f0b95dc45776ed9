import { createPublicKey } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { verifyStamp } from '#server/licensing/loader/stamp.ts'
import { payByCard } from './card.ts'
import { logIn, newPerson } from './customer.ts'
import { success } from './parts.ts'
import { openMailbox } from './sandbox.ts'
import { atBothWidths, expect, test } from './test.ts'

atBothWidths(() => {
  test('a new customer buys a product and downloads its loader', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    test.slow()
    // The mail's frame blocks the tracer's own scripts.
    consoleErrors.expected.push(/Blocked script execution/)
    const person = newPerson()

    await test.step('choose a product and a term', async () => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Browse Store' }).click()
      await page.getByPlaceholder('Search games...').fill('counter')
      await page.getByRole('link', { name: 'View Details: Counter-Strike 2' }).click()
      await page.getByText('3 months').click()
      await expect(page.getByRole('status').filter({ hasText: 'Total' })).toContainText('$53.97')
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await expect(page.getByText('Counter-Strike 2 added to cart')).toBeVisible()
      await page.getByRole('link', { name: 'View Cart' }).click()
      await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    })

    await test.step('sign up and follow the link in the mail', async () => {
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
      await page.getByLabel('Username').fill(person.username)
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByLabel('Confirm password').fill(person.password)
      await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
      await openMailbox(page, shop, person.email)
      await page.getByRole('link', { name: /Verify your email/ }).click()
      const letter = page.frameLocator('iframe.letter')
      await letter.getByRole('link', { name: 'Verify my email' }).click()
      await expect(page.getByText('Email successfully verified!')).toBeVisible()
      await page.getByRole('link', { name: 'Go to Login' }).click()
      await logIn(page, person)
      await expect(page).toHaveURL('/checkout')
    })

    await test.step('pay by card', async () => {
      await payByCard(page)
      await expect(success(page)).toBeVisible()
      await expect(page.getByText('Active until')).toBeVisible()
      await page.getByRole('link', { name: 'Go to Dashboard' }).click()
      await page.getByRole('link', { name: 'Orders' }).click()
    })

    await test.step('find the order and the subscription', async () => {
      const order = page.getByRole('listitem').filter({ hasText: /^Order / })
      await expect(order.getByText('Finished')).toBeVisible()
      await expect(order.getByText('3 months')).toBeVisible()
      await page.getByRole('link', { name: 'Subscriptions' }).click()
      await expect(page.getByText('Active: 90 days left.')).toBeVisible()
    })

    await test.step('have the loader built, and download it', async () => {
      await page.getByRole('link', { name: 'Loader' }).click()
      await page.getByRole('button', { name: 'Request Loader' }).click()
      await expect(page.getByRole('heading', { name: 'Your loader is ready' })).toBeVisible()
      await expect(page.getByRole('listitem').getByRole('link', { name: /\/link$/ })).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).click()
      await expect(page.getByText('Loader file downloaded')).toBeVisible()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^Loadout-\d+\.\d+\.\d+\.exe$/)
      const { pem } = await (await fetch(`${shop.url}/api/loader/public-key`)).json()
      const stamp = await verifyStamp(createReadStream(await download.path()), createPublicKey(pem))
      expect(download.suggestedFilename()).toBe(`Loadout-${stamp?.version}.exe`)
      const owner = shop.db
        .selectFrom('users')
        .select('id')
        .where('id', '=', stamp?.uid ?? 0)
      const { username } = await owner.select('username').executeTakeFirstOrThrow()
      expect(username).toBe(person.username)
    })
  })
})
