import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { addUser } from './customer.ts'
import { addDevices } from './devices.ts'
import { expect, expectAccessible, test } from './test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test.describe('desktop', () => {
  test('staff reset a device and lift its cooldown, and must enter a reason', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ support: true })
    const user = await addUser(shop.db)
    await addDevices(shop.db, user.id)
    await page.goto(`/admin/users/${user.id}`)
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Devices' }) })
    await expect(card).toContainText('disks, gpu')
    await expect(card).toContainText(`${user.username} can release one again on`)
    await card.getByRole('button', { name: 'Lift the cooldown' }).click()
    const lifting = dialog(page, 'Lift the cooldown?')
    await lifting.getByRole('button', { name: 'Lift it' }).click()
    await expect(lifting.getByText('Enter a reason')).toBeVisible()
    await lifting.getByLabel('Reason').fill('Our mistake')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(lifting.getByLabel('Reason')).toHaveValue('Our mistake')
    await lifting.getByRole('button', { name: 'Lift it' }).click()
    await expect(page.getByText('Cooldown lifted').first()).toBeVisible()
    await expect(card.getByRole('button', { name: 'Lift the cooldown' })).toHaveCount(0)

    await card.getByRole('button', { name: 'Reset Desk' }).click()
    const resetting = dialog(page, 'Reset this device?')
    await resetting.getByLabel('Reason').fill('A new board')
    await expectAccessible(page)
    await resetting.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByText('Device reset successfully')).toBeVisible()
    await expect(card.getByText('No devices yet.')).toBeVisible()
    await expect(card).toContainText('“A new board”')
    await expectAccessible(page)
  })

  test('an administrator sees a user’s details and can grant and revoke', async ({
    page,
    shop,
    signIn,
  }) => {
    const admin = await signIn({ admin: true })
    const user = await addUser(shop.db)
    await shop.db
      .insertInto('infractions')
      .values({ user_id: user.id, type: 'sharing', reason: 'Two machines', details: '{"n":"2"}' })
      .execute()
    const discord_id = `8${randomBytes(6).readUIntBE(0, 6)}`
    await shop.db
      .insertInto('discord_links')
      .values({ user_id: user.id, discord_id, username: 'mara' })
      .execute()
    await shop.db
      .insertInto('discord_roles')
      .values({
        user_id: user.id,
        discord_id,
        role_id: '4711',
        state: 'forbidden',
        detail: 'Discord says: Missing Permissions (50013)',
      })
      .execute()
    await page.goto(`/admin/users/${user.id}`)
    await expect(page.getByText('Missing Permissions')).toBeVisible()
    await expect(page.getByText(`Discord ${discord_id}`)).toBeVisible()
    await expect(page.getByText('{ n: 2 }', { exact: false })).toHaveText(/\{\s+n: 2\s+\}/)
    await expect(page.getByText('No orders yet.')).toBeVisible()

    await page.getByRole('button', { name: 'Give time' }).click()
    const giving = dialog(page, `Give ${user.username} time`)
    // The first field gets the focus even if it loads after the dialog opens.
    await expect(giving.getByLabel('Product')).toBeFocused()
    await giving.getByLabel('Product').selectOption('Counter-Strike 2')
    await giving.getByRole('button', { name: 'Give time' }).click()
    await expect(giving.getByText('Enter between 1 hour and 365 days')).toBeVisible()
    await giving.getByLabel('Days').fill('3')
    await expect(giving.getByText('Gives 3 d')).toBeVisible()
    await giving.getByRole('button', { name: 'Give time' }).click()
    await expect(giving.getByText('Enter a reason')).toBeVisible()
    await giving.getByLabel('Reason').fill('Last night’s outage')
    await expectAccessible(page)
    await giving.getByRole('button', { name: 'Give time' }).click()
    await expect(
      page.getByText(`${user.username} was given time on Counter-Strike 2`),
    ).toBeVisible()
    const run = page.getByRole('listitem').filter({ hasText: 'Subscribed on' })
    await expect(run).toContainText('Expires on')

    const gift = page.getByRole('listitem').filter({ hasText: '3 d of Counter-Strike 2' })
    await expect(gift).toContainText('Last night’s outage')
    await gift.getByRole('button', { name: 'Undo: 3 d of Counter-Strike 2' }).click()
    const undoing = dialog(page, 'Revoke this time?')
    await expect(undoing.getByText('Revokes 3 d')).toBeVisible()
    await expectAccessible(page)
    await undoing.getByLabel('Reason').fill('The wrong account')
    await undoing.getByRole('button', { name: 'Revoke Time' }).click()
    await expect(page.getByText('Revoked: 3 d.')).toBeVisible()
    await expect(run).toContainText('Expired')

    await run.getByRole('button', { name: 'Give time on Counter-Strike 2' }).click()
    await giving.getByLabel('Length').selectOption('3 Months')
    await giving.getByLabel('Reason').fill('It runs again')
    await giving.getByRole('button', { name: 'Give time' }).click()
    await expect(run).toContainText('Expires on')

    await run.getByRole('button', { name: /^Revoke/ }).click()
    await dialog(page, 'Revoke subscription?').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Successfully revoked subscription.')).toBeVisible()
    await expect(run).toContainText('Expired')

    await page.getByRole('button', { name: 'Reset Infraction Count' }).click()
    const asking = dialog(page, 'Reset infraction count?')
    await expect(asking).toContainText('from 1 to 0')
    await asking.getByRole('button', { name: 'Reset Infraction Count' }).click()
    await expect(page.getByText('Infractions reset successfully')).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Reset Infraction Count', exact: true }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Reset HWID' }).click()
    await dialog(page, 'Reset HWID?').getByRole('button', { name: 'Reset HWID' }).click()
    await expect(page.getByText('HWID reset successfully')).toBeVisible()

    await page.getByRole('button', { name: 'Record Infraction' }).click()
    const recording = dialog(page, 'Record an infraction')
    await recording.getByRole('button', { name: 'Record Infraction' }).click()
    await expect(recording.getByText('Choose a kind')).toBeVisible()
    await recording.getByLabel('Kind').selectOption('Leaked a build')
    await recording.getByLabel('What happened').fill('Their build was for sale')
    await expectAccessible(page)
    await recording.getByRole('button', { name: 'Record Infraction' }).click()
    await expect(page.getByText(`Infraction recorded. ${user.username} now has 1.`)).toBeVisible()
    await expect(page.getByText('Their build was for sale').first()).toBeVisible()

    // The user's log contains all of it, and the search covers the log.
    const log = page.getByRole('table', { name: 'Log entries' })
    await expect(log).toContainText('HWID reset')
    await page.getByLabel('Search this user’s log').fill('Subscription revoked')
    await expect(log.getByRole('button')).toHaveCount(1)
    await expect(log).toContainText('Subscription revoked')
    // By keyboard, because a toast may cover the button.
    await log.getByRole('button').press('Enter')
    await expect(dialog(page, 'Log Details')).toContainText(admin.username)
    await expectAccessible(page)
  })

  test('an administrator adds a subscription to a product that the user does not have', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn({ admin: true })
    const user = await addUser(shop.db)
    await page.goto(`/admin/users/${user.id}`)
    await page.getByRole('button', { name: 'Add Subscription' }).click()
    const adding = dialog(page, 'Add Subscription')
    // The first field gets the focus even if it loads after the dialog opens.
    await expect(adding.getByLabel('Search products')).toBeFocused()
    await adding.getByRole('button', { name: 'Subscribe to Counter-Strike 2' }).click()
    await expect(adding.getByText('Please select a subscription length')).toBeVisible()
    await adding.getByLabel('Length of Counter-Strike 2').selectOption('3 Months')
    await adding.getByRole('button', { name: 'Subscribe to Counter-Strike 2' }).click()
    await expect(page.getByText('Successfully subscribed to Counter-Strike 2')).toBeVisible()
    const run = page.getByRole('listitem').filter({ hasText: 'Subscribed on' })
    await expect(run).toContainText('Expires on')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add Subscription' }).click()
    await expect(adding.getByRole('button', { name: /^Subscribe to/ }).first()).toBeVisible()
    await expect(adding.getByText('Counter-Strike 2')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  test('support views a user, grants a few days and resets a device, and sees no other actions', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    // Support gets an error when trying to grant more than allowed.
    consoleErrors.expected.push(/status of 40[34]/)
    const user = await addUser(shop.db)
    await shop.db
      .insertInto('infractions')
      .values({ user_id: user.id, type: 'sharing', reason: 'Two machines' })
      .execute()
    await signIn({ support: true })
    await page.goto(`/admin/users?search=${user.username}`)
    await page.getByRole('link', { name: `View ${user.username}` }).waitFor()
    await expect(page.getByRole('button', { name: /Add User|Delete/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    await page.getByRole('link', { name: `View ${user.username}` }).click()
    await expect(page.getByText('Two machines')).toBeVisible()
    await expect(
      page.getByRole('button', { name: /Reset Infraction|Add Subscription|Revoke/ }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Give time' }).click()
    const giving = dialog(page, `Give ${user.username} time`)
    await giving.getByLabel('Days').fill('8')
    await expect(giving.getByText(/^Support may give 7 days/)).toBeVisible()
    const press = giving.getByRole('button', { name: 'Give time' })
    await expect(press).toBeDisabled()
    await giving.getByLabel('Days').fill('7')
    await expect(giving.getByText('Gives 7 d')).toBeVisible()
    await expect(press).toBeEnabled()
    await giving.getByLabel('Reason').fill('Last night’s outage')
    await press.click()
    await expect(page.getByText(new RegExp(`^${user.username} was given time on`))).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit User' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Reset HWID' }).click()
    await dialog(page, 'Reset HWID?').getByRole('button', { name: 'Reset HWID' }).click()
    await expect(page.getByText('HWID reset successfully')).toBeVisible()
    await page.goto(`/admin/users/${user.id}/edit`)
    await expect(page).toHaveURL(new RegExp(`/admin/users/${user.id}$`))
    await page.goto('/admin/users/999999999')
    await expect(page.getByRole('heading', { name: sentence('unknown_user') })).toBeVisible()
  })
})

test('the orders of a deleted user remain visible', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 404/)
  const user = await addUser(shop.db, { deleted_at: new Date() })
  const order = await shop.db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'crypto', total_cents: 1999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await signIn({ support: true })
  await page.goto(`/admin/users/${user.id}`)
  await expect(page.getByRole('heading', { name: 'Deleted user' })).toBeVisible()
  await expect(page.getByText(order.id)).toBeVisible()
})
