import { randomInt } from 'node:crypto'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { staffDevices } from '#contract/licensing/staff-devices.ts'
import { credits } from '#contract/outages/credits.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { settings } from '#contract/platform/settings.ts'
import type { Endpoint, Input } from '#contract/wire/endpoint.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { call } from '#web/api/request.ts'
import { addHiddenProduct } from './cart.ts'
import { main, stopClock } from './parts.ts'
import { expect, expectAbove, expectAccessible, test } from './test.ts'

/** Another administrator in another browser. */
async function colleague(shop: Parameters<typeof signInAs>[0], url: string) {
  const { user, token } = await signInAs(shop, { admin: true })
  const send = (path: string, init: RequestInit) =>
    fetch(`${url}/api${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie: `session=${token}` },
    })
  return {
    ...user,
    does: <E extends Endpoint>(what: E, input: Input<E>) => call(send, what, input),
  }
}

test.afterEach(({ shop }) =>
  shop.db
    .updateTable('settings')
    .set({ registration_by_referral: false, referral_code_uses: 0 })
    .execute(),
)

test.describe('desktop', () => {
  test('the reason of a refusal stays visible if a colleague’s change removes its button', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/409/)
    await signIn({ admin: true })
    const other = await colleague(shop.db, shop.url)
    const product = await addHiddenProduct(shop.db)
    const batch = await other.does(credits.add, {
      body: { game_id: product.id, hours: 1, title: 'For everybody' },
    })
    await page.goto(`/admin/credits/${batch.id}`)
    await page.getByRole('button', { name: 'Discard' }).click()
    await other.does(credits.drop, { params: { id: String(batch.id) } })
    await page.getByRole('dialog').getByRole('button', { name: 'Discard Batch' }).click()
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
    await expect(
      page.getByText(sentence('batch_state').replace('{state}', 'dropped')),
    ).toBeVisible()
  })

  test('the reason of a refusal stays visible if its form closes', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/409/)
    await signIn({ admin: true })
    const other = await colleague(shop.db, shop.url)
    const { user } = await signInAs(shop.db)
    await shop.db
      .insertInto('device_history')
      .values({ user_id: user.id, kind: 'released' })
      .execute()
    await page.goto(`/admin/users/${user.id}`)
    await page.getByRole('button', { name: 'Lift the cooldown' }).click()
    const params = { uid: user.id }
    await other.does(staffDevices.liftCooldown, { params, body: { reason: 'They asked' } })
    await page.getByRole('dialog').getByLabel('Reason').fill('A new computer')
    await page.getByRole('button', { name: 'Lift it' }).click()
    await expect(page.getByRole('button', { name: 'Lift the cooldown' })).toHaveCount(0)
    await expect(page.getByText(sentence('no_cooldown'))).toBeVisible()
  })

  test('a user whom a colleague has banned in the meantime stays banned', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const { user } = await signInAs(shop.db)
    const ben = await colleague(shop.db, shop.url)
    const params = { uid: user.id }
    const state = () =>
      shop.db
        .selectFrom('users')
        .select(['username', 'email', 'banned', 'support'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()

    await page.goto(`/admin/users/${user.id}/edit`)
    await page.getByLabel('Username').fill(`${user.username}x`)
    await ben.does(staffUsers.change, { params, body: { banned: true, support: true } })
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    const told = page.getByRole('alert').filter({ hasText: 'Changed by' })
    await expect(told).toContainText(`by ${ben.username}`)
    await expect(told).toContainText('banned from no to yes')
    await expect(page.getByText('Failed to update user')).toBeVisible()
    await expect(told).toContainText('Save again to keep it')
    await expectAccessible(page)
    // Edited fields keep their input. Unedited fields show the other administrator's change.
    await expect(page.getByLabel('Username')).toHaveValue(`${user.username}x`)
    await expect(page.getByLabel('Status')).toHaveValue('banned')
    await expect(page.getByLabel('Role')).toHaveValue('support')
    expect(await state()).toMatchObject({ username: user.username, banned: true })
    await save.click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    expect(await state()).toMatchObject({
      username: `${user.username}x`,
      email: user.email,
      banned: true,
      support: true,
    })
  })

  test('a save keeps a user verified if they verified their address in the meantime', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const { user } = await signInAs(shop.db)
    const row = shop.db.updateTable('users').where('id', '=', user.id)
    await row.set({ verified_at: null }).execute()
    await page.goto(`/admin/users/${user.id}/edit`)
    await page.getByLabel('Username').fill(`${user.username}x`)
    await row.set({ verified_at: new Date() }).execute()
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await expect(page.getByText(/Changed by/)).toBeVisible()
    await save.click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    const { verified_at } = await shop.db
      .selectFrom('users')
      .select('verified_at')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(verified_at).not.toBeNull()
  })

  test('saving a product keeps a colleague’s changes to other fields', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const ben = await colleague(shop.db, shop.url)
    const { id, name } = await addHiddenProduct(shop.db)
    await page.goto(`/admin/products?edit=${id}`)
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    const role = `12${randomInt(1e12, 9e12)}0000`
    // Never 9.99, which is the current price and would change nothing.
    const price = randomInt(1000, 9000) / 100
    await dialog.getByLabel('Discord Role ID').fill(role)
    await ben.does(staffProducts.change, { params: { id }, body: { price } })
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    const told = dialog.getByRole('alert')
    await expect(told).toContainText(`Changed by ${ben.username}: price from`)
    await expect(told).toBeInViewport()
    await expect(dialog.getByLabel('Price', { exact: true })).toHaveValue(price.toFixed(2))
    await expect(dialog.getByLabel('Discord Role ID')).toHaveValue(role)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    const row = await shop.db
      .selectFrom('products')
      .select(['discord_role_id', 'price_cents'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      discord_role_id: role,
      price_cents: Math.round(price * 100),
    })
  })

  test('a colleague’s new price is reported, even if the page has reloaded since', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of (409|500)/)
    await signIn({ admin: true })
    const ben = await colleague(shop.db, shop.url)
    const { id, name } = await addHiddenProduct(shop.db)
    await page.goto(`/admin/products?edit=${id}`)
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    const price = dialog.getByLabel('Price', { exact: true })
    await price.fill('5')
    await ben.does(staffProducts.change, { params: { id }, body: { price: 20 } })
    await page.route(
      (url) => url.pathname.endsWith(`/admin/games/${id}`),
      (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
    )
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    const loaded = page.waitForResponse(
      (answer) =>
        answer.url().endsWith(`/admin/games/${id}`) && answer.request().method() === 'GET',
    )
    await save.click()
    await loaded
    await expect(save).toBeEnabled()
    await page.unrouteAll()
    await save.click()
    const told = dialog.getByRole('alert')
    await expect(told).toContainText(`Changed by ${ben.username}: price from`)
    await expect(price).toHaveValue('5')
    const row = shop.db.selectFrom('products').select('price_cents').where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ price_cents: 2000 })
    await save.click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()
    expect(await row.executeTakeFirstOrThrow()).toEqual({ price_cents: 500 })
  })

  test('saving settings keeps a colleague’s changes to other settings', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const ben = await colleague(shop.db, shop.url)
    await page.goto('/admin/settings')
    const uses = page.getByLabel('Uses of a referral code')
    const byReferral = page.getByLabel('Registration by referral only')
    await uses.fill('9')
    await ben.does(settings.change, { body: { registration_by_referral: true } })
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    const told = main(page).getByRole('alert').filter({ hasText: 'Changed by' })
    await expect(told).toContainText(
      `Changed by ${ben.username}: registration by referral from no to yes`,
    )
    await expect(told).toContainText('Save again to keep it')
    await expect(uses).toHaveValue('9')
    await expect(byReferral).toBeChecked()
    await save.click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
    const row = await shop.db
      .selectFrom('settings')
      .select(['referral_code_uses', 'registration_by_referral'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ referral_code_uses: 9, registration_by_referral: true })
  })

  test('a post that a colleague has rewritten is shown before it is overwritten', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const ben = await colleague(shop.db, shop.url)
    const title = `Post ${randomInt(1e9)}`
    const body = { title, content: 'As it was.', author: 'Ada', published_at: null }
    const { id } = await ben.does(staffBlog.add, { body })
    await page.clock.install()
    await page.goto(`/admin/blogs/${id}`)
    await page.getByLabel('Content').fill('Mine.')
    const theirs = { content: 'What Ben wrote all evening.' }
    await ben.does(staffBlog.change, { params: { id }, body: { ...body, ...theirs } })
    const save = page.getByRole('button', { name: 'Save Draft' })
    await stopClock(page)
    await save.click()
    const told = main(page).getByRole('alert')
    await expect(told).toContainText(`Changed by ${ben.username}: content from “As it was.”`)
    // The toast covers neither the reason nor the next step.
    for (const seen of [told, save]) {
      await expect(seen).toBeInViewport({ ratio: 1 })
      await expectAbove(seen, page.getByText('Failed to save post'))
    }
    await page.clock.resume()
    await page.getByText('Show their version').click()
    await expect(page.getByRole('region', { name: 'Their content' })).toContainText(theirs.content)
    await expectAccessible(page)
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue('Mine.')
    await save.click()
    await expect(page.getByText('Post updated successfully')).toBeVisible()
  })
})
