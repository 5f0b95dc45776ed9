import { sql } from 'kysely'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { expect, test } from './test.ts'

test('an administrator tests a service, and a failure shows its reason', async ({
  page,
  signIn,
  misbehave,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/health')
  const stripe = page.getByRole('row').filter({ hasText: 'Stripe' })
  const testNow = stripe.getByRole('button', { name: 'Test now: Stripe' })
  await testNow.click()
  await expect(page.getByText('Stripe works', { exact: true })).toBeVisible()
  await expect(stripe.getByText('Works', { exact: true })).toBeVisible()
  await misbehave({ stripe: { api: 'error' } })
  await testNow.click()
  await expect(page.getByText('Stripe is not responding correctly')).toBeVisible()
  await expect(stripe.getByText('Failing', { exact: true })).toBeVisible()
  await expect(stripe.getByText(/^Stripe: /)).toBeVisible()
  await misbehave({ stripe: { api: 'ok' } })
  await testNow.click()
  await expect(stripe.getByText('Works', { exact: true })).toBeVisible()
})

test('the mail domain check can be retried after a failure', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 503/)
  await signIn({ admin: true })
  await page.route('**/api/admin/health/mail-domain', (route) => route.fulfill({ status: 503 }), {
    times: 1,
  })
  await page.goto('/admin/health')
  const domain = page.getByRole('region', { name: 'Mail domain' })
  await domain.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  // A shop in test mode sends its mail only to this machine.
  await expect(domain.getByText('Nothing to check')).toBeVisible()
  await expect(domain.getByRole('alert')).toHaveCount(0)
})

test('a permanently failed job can be retried, or discarded after a confirmation', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 404/)
  await signIn({ admin: true })
  // No worker handles a job with this name.
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('mail.nobody', max_attempts => 1)
     union all
    select id::text from graphile_worker.add_job('mail.nobody', max_attempts => 1)
     union all
    select id::text from graphile_worker.add_job('mail.nobody', max_attempts => 1)`.execute(shop.db)
  const [retried, dropped, contested] = rows.map(({ id }) => id)
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'The house is on fire'
             where id in (${retried}, ${dropped}, ${contested})`.execute(shop.db)
  await page.goto('/admin/health')
  const row = (id: string | undefined) =>
    page.getByRole('row').filter({ hasText: `mail.nobody ${id}` })
  await expect(row(dropped)).toContainText('The house is on fire')
  await expect(row(dropped)).toContainText('Failed permanently')
  await page.getByRole('button', { name: `Discard mail.nobody ${dropped}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard mail.nobody?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(dropped)).toBeVisible()
  await page.getByRole('button', { name: `Discard mail.nobody ${dropped}` }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(row(dropped)).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  // If two staff members discard the same job, the second one gets a message.
  await page.getByRole('button', { name: `Discard mail.nobody ${contested}` }).click()
  await sql`select graphile_worker.complete_jobs(array[${contested}]::bigint[])`.execute(shop.db)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(row(contested)).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toContainText(sentence('unknown_job'))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: `Retry mail.nobody ${retried}` }).dblclick()
  await expect(page.getByText('mail.nobody is being retried')).toHaveCount(1)
  await expect(row(retried)).toHaveCount(0)
  await expect(page.getByText('Failed to retry the job')).toHaveCount(0)
})

test('support cannot open the health page', async ({ page, signIn }) => {
  await signIn({ support: true })
  await page.goto('/admin/health')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('link', { name: 'Support Tickets' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health', exact: true })).toHaveCount(0)
})
