import { expect, test } from './test.ts'

test('the text of an email is previewed while it is typed, and can be sent as a test', async ({
  page,
  signIn,
}) => {
  const user = await signIn({ admin: true })
  await page.goto('/admin/settings/texts')
  await page.getByRole('region', { name: 'Mails' }).getByRole('link', { name: 'Receipt' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const mail = preview.frameLocator('iframe[title="Preview of the email"]')
  await expect(mail.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()

  await preview.getByLabel('Sample').selectOption('Late payment')
  const heading = page.getByLabel('Heading for a late payment')
  await heading.fill('Better late, {username}')
  await expect(mail.getByRole('heading', { name: 'Better late, night_owl' })).toBeVisible()
  await heading.fill('Better late, {customer}')
  await expect(preview.getByText('Unknown placeholder {customer}.')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Send Test to Me' })).toBeDisabled()
  await heading.fill('Better late')
  await preview.getByText('Plain text').click()
  await expect(preview.getByText('Total: $19.99')).toBeVisible()
  await preview.getByRole('button', { name: 'Send Test to Me' }).click()
  await expect(page.getByText(`Test email sent to ${user.email}`)).toBeVisible()

  const renews = page.getByLabel('If it renews automatically')
  await renews.fill('It renews.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The text must contain {date}: date of the next charge')).toHaveCount(
    2,
  )
  await expect(renews).toBeFocused()

  await renews.fill('It renews on {date}.')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: 'Discard Draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Draft discarded')).toBeVisible()
})
