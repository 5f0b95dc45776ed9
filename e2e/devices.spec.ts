import type { Page } from '@playwright/test'
import { LoaderClient, newKey } from '#demo/client/client.ts'
import { thisComputer } from '#demo/client/computer.ts'
import { fetchStamp } from '#demo/client/stamp.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { openDetails } from './subscriptions.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

const password = 'A long Enough one 7'

/** Gives the customer a product and a known password. */
async function furnish(db: Database, userId: number) {
  const product = await db
    .selectFrom('products')
    .select(['id', 'slug', 'name'])
    .where('name', '=', 'Counter-Strike 2')
    .executeTakeFirstOrThrow()
  const run = await db
    .insertInto('subscriptions')
    .values({ user_id: userId, product_id: product.id, ends_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('time_entries')
    .values({ subscription_id: run.id, seconds: 864_000, cause: 'grant' })
    .execute()
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  return product
}

/** Starts the reference client for the first time on a device. */
async function startLoader({ url }: RunningShop) {
  const answer = await fetch(`${url}/api/loader/v1/keys`)
  const { keys } = (await answer.json()) as { keys: { public_key: string }[] }
  const trusted = keys.map(({ public_key }) => public_key)
  return new LoaderClient({ shop: url, trusted, kept: { key: newKey() } })
}

async function pair(page: Page, loader: LoaderClient, name: string) {
  const begun = await loader.pair({ name, os: 'Windows 11' })
  await page.goto(begun.verification_uri_complete)
  return begun
}

onAPhone(() => {
  test('a customer links a device, plays on it and releases it', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    // A wrong password.
    consoleErrors.expected.push(/400/)
    const customer = await signIn()
    const product = await furnish(shop.db, customer.id)
    const loader = await startLoader(shop)
    const begun = await pair(page, loader, 'Desk')
    await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible()
    await expect(page.getByText(begun.user_code)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Link This Device' }).click()
    await expect(page.getByText('Desk is linked.')).toBeVisible()
    // The code is used, but the page still shows the success.
    await page.reload()
    await expect(page.getByText('Desk is linked.')).toBeVisible()
    await loader.fetchTokens(begun.device_code)
    const stolen = await startLoader(shop)
    const begunThere = await pair(page, stolen, 'Stolen laptop')
    await page.getByRole('button', { name: 'Link This Device' }).click()
    await expect(page.getByText('Stolen laptop is linked.')).toBeVisible()
    await stolen.fetchTokens(begunThere.device_code)

    const { stamp } = await fetchStamp(loader, product.slug)
    const played = await loader.validate(product.slug, thisComputer(), stamp)
    expect(played.code).toBe('VALID')
    await page.getByRole('link', { name: 'My devices' }).click()
    await expect(page.getByText(`Running now: ${product.name}`)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Sign out Stolen laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Loader signed out')).toBeVisible()
    await expect(page.getByText('Not played yet')).toHaveCount(0)
    await page.getByRole('button', { name: 'Release Desk' }).click()
    const asking = page.getByRole('dialog', { name: 'Release this device?' })
    await asking.getByLabel('Your password').fill('Wrong-1234')
    await asking.getByRole('button', { name: 'Release' }).click()
    await expect(asking.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
    await asking.getByLabel('Your password').fill(password)
    await asking.getByRole('button', { name: 'Release' }).click()
    await expect(page.getByText('Device released')).toBeVisible()
    await expect(page.getByText('No devices yet')).toBeVisible()
    const { id } = played.session as { id: string }
    await expect.poll(async () => (await loader.heartbeat(id)).code).toBe('NO_DEVICE')

    await page.goto('/dashboard?t=subscriptions')
    await openDetails(page, product.name)
    await page.getByRole('button', { name: `Why can’t I play ${product.name}?` }).click()
    await expect(page.getByRole('dialog', { name: product.name })).toContainText(
      'not linked to your account',
    )
    await page.getByRole('link', { name: 'Link a Device' }).click()
    await expect(page).toHaveURL('/link')
  })
})

test('a link code that was typed and rejected cannot be used again', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/404/)
  await signIn()
  const loader = await startLoader(shop)
  const begun = await loader.pair({ name: 'Strange', os: 'Windows 11' })
  await page.goto('/link')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter the code that the loader shows')).toBeVisible()
  await page.getByLabel('Code').fill(begun.user_code.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'This Is Not My Device' }).click()
  await expect(page.getByText('The device was not linked')).toBeVisible()
  await expect(loader.fetchTokens(begun.device_code)).rejects.toMatchObject({
    code: 'access_denied',
  })
  await page.goto(`/link?code=${begun.user_code}`)
  await expect(page.getByRole('alert')).toBeVisible()
})
