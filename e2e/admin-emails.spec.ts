import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { addHiddenProduct } from './cart.ts'
import { endSession } from './end-session.ts'
import { openMailbox } from './sandbox.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Creates a product with the given number of subscribers. Returns their addresses. */
async function createGroup(db: Database, size: number) {
  const { id, name: slug } = await addHiddenProduct(db)
  const users = Array.from({ length: size }, (_, index) => ({
    username: `${slug}.${index}`,
    email: `${slug}.${index}@example.com`,
    verified_at: new Date(),
  }))
  const people = await db.insertInto('users').values(users).returning(['id', 'email']).execute()
  const ends_at = new Date(Date.now() + 86_400_000)
  const subscriptions = people.map((user) => ({ user_id: user.id, product_id: id, ends_at }))
  await db.insertInto('subscriptions').values(subscriptions).execute()
  return { slug, emails: people.map(({ email }) => email) }
}

test.describe('desktop', () => {
  test('staff search the suppression list, add an address and remove one', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const email = `${randomBytes(5).toString('hex')}@example.com`
    await page.goto('/admin/emails')
    await page.getByRole('link', { name: 'Suppression List' }).click()
    await page.getByRole('button', { name: 'Add Address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an address' })
    await dialog.getByLabel('Email').fill('nonsense')
    await dialog.getByRole('button', { name: 'Add Address' }).click()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Add Address' }).click()
    await expect(page.getByText('Address added to the list')).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Add Address' }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Add Address' }).click()
    await expect(dialog.getByRole('alert')).toContainText(sentence('listed_already'))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard Changes' }).click()
    await page.getByRole('searchbox', { name: 'Search addresses' }).fill(email.slice(2, 8))
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Added by staff')
    await expectAccessible(page)
    await page.getByRole('button', { name: `Remove ${email}` }).click()
    await page.getByRole('button', { name: 'Remove from List' }).click()
    await expect(page.getByText('Address removed from the list')).toBeVisible()
    await expect(page.getByText('No addresses match')).toBeVisible()
  })

  test('an administrator tests and sends a campaign, and a recipient unsubscribes', async ({
    page,
    shop,
    signIn,
  }) => {
    const admin = await signIn({ admin: true })
    const { slug, emails } = await createGroup(shop.db, 3)
    await page.goto('/admin/emails')
    const send = page.getByRole('button', { name: 'Send Email' })
    await expect(send).toBeVisible()
    await send.click()
    await expect(page.getByText('Please enter a subject')).toBeVisible()
    await page.getByLabel('Recipients').selectOption(slug)
    await expect(page.getByText('3 people will receive it')).toBeVisible()
    const subject = `News of ${slug}`
    await page.getByLabel('Subject').fill(subject)
    await send.click()
    await expect(page.getByText('Please enter a text')).toBeVisible()
    await page.getByLabel('Content').fill('Hello, **new builds** are [out](/store).')
    const preview = page.frameLocator('iframe[title="Preview of the email"]')
    await expect(preview.getByRole('heading', { name: subject })).toBeVisible()
    await expect(preview.locator('strong')).toHaveText('new builds')
    await expect(preview.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
    await page.getByRole('button', { name: 'Send Test to Me' }).click()
    await expect(page.getByText(`Test email sent to ${admin.email}`)).toBeVisible()

    await page.reload()
    await expect(page.getByLabel('Subject')).toHaveValue(subject)
    await send.click()
    const dialog = page.getByRole('dialog', { name: 'Send to 3 people?' })
    await expect(dialog).toContainText(subject)
    await dialog.getByRole('button', { name: 'Send to 3 people' }).click()
    await expect(page.getByText('Email sent successfully')).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue('')
    await expect(page.getByLabel('Content')).toHaveValue('')

    const row = page.getByRole('row').filter({ hasText: subject })
    await expect(row.getByText('Finished')).toBeVisible({ timeout: 60_000 })
    await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3')
    await row.getByRole('link', { name: subject }).click()
    await expect(page.getByText('100%')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search recipients' }).fill(emails[1]!)
    await expect(page.getByText('1–1 of 1 recipient')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: emails[1]! })).toContainText('Sent')
    await page.getByText('Content', { exact: true }).click()
    await expect(preview.locator('strong')).toHaveText('new builds')

    await openMailbox(page, shop, admin.email)
    await expect(page.getByRole('link', { name: `[Test] ${subject}` })).toHaveCount(1)
    await openMailbox(page, shop, emails[0]!)
    await expect(page.getByRole('link', { name: subject })).toHaveCount(1)
    await page.getByRole('link', { name: subject }).click()
    const wayOut = await page
      .frameLocator('iframe')
      .getByRole('link', { name: 'Unsubscribe' })
      .getAttribute('href')
    await endSession(page)
    await page.goto(wayOut!)
    await expect(page.getByText('Stop sending news to')).toBeVisible()
    const listed = () =>
      shop.db
        .selectFrom('mail_suppressions')
        .select('reason')
        .where('email', '=', emails[0]!)
        .execute()
    expect(await listed()).toEqual([])
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You are unsubscribed.')).toBeVisible()
    expect(await listed()).toEqual([{ reason: 'unsubscribed' }])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Subscribe Again' }).click()
    await expect(page.getByText('Stop sending news to')).toBeVisible()
    expect(await listed()).toEqual([])
  })

  test('recipients that the mail server refused are shown with the reason and can be retried', async ({
    page,
    shop,
    signIn,
    misbehave,
  }) => {
    await signIn({ admin: true })
    const { slug, emails } = await createGroup(shop.db, 2)
    await misbehave({ smtp: { refuse: 'permanent' } })
    await page.goto('/admin/emails')
    await page.getByLabel('Recipients').selectOption(slug)
    await page.getByLabel('Subject').fill(`Refused ${slug}`)
    await page.getByLabel('Content').fill('Hello')
    await page.getByRole('button', { name: 'Send Email' }).click()
    await page.getByRole('button', { name: 'Send to 2 people' }).click()
    await page.getByRole('link', { name: `Refused ${slug}` }).click()
    await expect(page.getByText('User unknown in virtual mailbox table')).toHaveCount(2, {
      timeout: 60_000,
    })
    await misbehave({ smtp: { refuse: 'no' } })
    // An address that a mail server rejected as unknown is suppressed until staff remove the
    // suppression.
    await shop.db.deleteFrom('mail_suppressions').where('email', 'in', emails).execute()
    await page.getByRole('button', { name: 'Retry Failures' }).click()
    const dialog = page.getByRole('dialog', { name: 'Retry failed deliveries?' })
    await expect(dialog).toContainText('2 people')
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Retrying failed deliveries')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Sent' })).not.toHaveCount(0)
    await expect(page.getByText('User unknown in virtual mailbox table')).toHaveCount(0, {
      timeout: 60_000,
    })
    await openMailbox(page, shop, emails[1]!)
    await expect(page.getByRole('link', { name: `Refused ${slug}` })).toHaveCount(1)
  })

  test('an administrator pauses, resumes and cancels a campaign', async ({
    page,
    shop,
    signIn,
    misbehave,
  }) => {
    await signIn({ admin: true })
    const { slug } = await createGroup(shop.db, 3)
    await misbehave({ smtp: { refuse: 'temporary' } })
    await page.goto('/admin/emails')
    await page.getByLabel('Recipients').selectOption(slug)
    await page.getByLabel('Subject').fill(`Held ${slug}`)
    await page.getByLabel('Content').fill('Hello')
    await page.getByRole('button', { name: 'Send Email' }).click()
    await page.getByRole('button', { name: 'Send to 3 people' }).click()
    await page.getByRole('link', { name: `Held ${slug}` }).click()
    await expect(page.getByText('Some emails could not be delivered yet')).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Campaign paused')).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Campaign resumed')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel Campaign' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this campaign?' })
    await expect(dialog).toContainText('3 people have not received it')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel Campaign' }).click()
    await expect(page.getByText('Campaign cancelled')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(3)
  })
})

test('the warning about sending the same email again is not shown as an error', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 409/)
  await signIn({ admin: true })
  const { slug } = await createGroup(shop.db, 1)
  await page.goto('/admin/emails')
  const writeAndSend = async () => {
    await page.getByLabel('Recipients').selectOption(slug)
    await page.getByLabel('Subject').fill('Sent again')
    await page.getByLabel('Content').fill('Hello')
    await page.getByRole('button', { name: 'Send Email' }).click()
    await page.getByRole('button', { name: 'Send to 1 person' }).click()
  }
  const done = page.getByText('Email sent successfully')
  await writeAndSend()
  await expect(done).toHaveCount(1)
  await writeAndSend()
  await expect(page.getByRole('dialog')).toContainText('sent this email')
  const again = page.getByRole('button', { name: 'Send Again to 1 person' })
  await expect(again).toBeVisible()
  // A retrying matcher would wait until the toast is gone.
  expect(await page.getByText('Failed to start email campaign').count()).toBe(0)
  await again.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Sent again' })).toHaveCount(2)
})

test('a campaign that fails to start shows an error and keeps the text', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 /)
  await signIn({ admin: true })
  const { slug } = await createGroup(shop.db, 1)
  await page.route('**/api/admin/mail/', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/emails')
  await page.getByLabel('Recipients').selectOption(slug)
  await page.getByLabel('Subject').fill('Never sent')
  await page.getByLabel('Content').fill('Hello')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByRole('main').getByText('Failed to start email campaign')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Content')).toHaveValue('Hello')
})
