import type { Database } from '#server/kernel/database/database.ts'
import { expect, expectAccessible, onAPhone, phone, test } from './test.ts'

async function openTicket(db: Database, userId: number, more: object = {}) {
  const ticket = { user_id: userId, title: 'No sound', content: 'Since today.', ...more }
  const { id } = await db
    .insertInto('tickets')
    .values({ category: 'Technical', ...ticket })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

onAPhone(() => {
  test('a customer opens a ticket and exchanges messages with support', async ({
    page,
    shop,
    signIn,
  }) => {
    const customer = await signIn()
    await page.clock.install()
    await page.goto('/dashboard?t=support')
    await expect(page.getByText('No tickets yet')).toBeVisible()
    await page.getByRole('link', { name: 'New Ticket' }).click()
    await expect(page.getByLabel('Category')).toHaveValue('Technical')
    await page.getByLabel('Subject').fill('   ')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Subject').fill('Crash after the start')
    await page.getByLabel('Category').selectOption('Bug Report')
    await page.getByLabel('Description').fill('First line\nSecond line')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(page.getByText('Support ticket created successfully')).toBeVisible()
    const log = page.getByRole('log')
    await expect(log).toContainText('First line\nSecond line')

    const box = page.getByLabel('Your reply')
    await box.fill('One more thing:')
    await box.press('Shift+Enter')
    await box.pressSequentially('it beeps.')
    await box.press('Enter')
    await expect(page.getByText('Message sent successfully')).toBeVisible()
    await expect(log).toContainText('One more thing:\nit beeps.')
    await expect(log.getByText('You', { exact: true })).toHaveCount(2)
    await expect(box).toHaveValue('')

    const ticket = Number(new URL(page.url()).searchParams.get('ticket'))
    const { id: staff } = await shop.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'support')
      .executeTakeFirstOrThrow()
    const answer = { ticket_id: ticket, user_id: staff, content: 'We are on it.' }
    await shop.db.insertInto('ticket_messages').values(answer).execute()
    await page.clock.fastForward(10_000)
    await expect(log.getByText('We are on it.')).toBeVisible()
    await expect(log.getByText('Support', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.goBack()
    await expect(page.getByRole('link', { name: /Crash after the start/ })).toContainText('Open')
    expect(customer.id).not.toBe(staff)
  })
})

test.describe('desktop', () => {
  test('a resolved or closed ticket accepts no reply', async ({ page, shop, signIn }) => {
    const { id } = await signIn()
    for (const status of ['resolved', 'closed'] as const) {
      const ticket = await openTicket(shop.db, id, { status })
      await page.goto(`/dashboard?t=support&ticket=${ticket}`)
      await expect(
        page.getByText(`This ticket is ${status} and cannot receive replies.`),
      ).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await expectAccessible(page)
    }
  })
})

test.describe('on a touch screen', () => {
  // Makes Chrome report a coarse pointer.
  test.use({ isMobile: true, hasTouch: true, viewport: phone })

  test('Enter starts a new line, and the button sends the reply', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id } = await signIn()
    await page.goto(`/dashboard?t=support&ticket=${await openTicket(shop.db, id)}`)
    const box = page.getByLabel('Your reply')
    await box.pressSequentially('One more thing:')
    await box.press('Enter')
    await box.pressSequentially('it beeps.')
    await expect(box).toHaveValue('One more thing:\nit beeps.')
    await expect(page.getByText('Shift')).toHaveCount(0)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('log')).toContainText('One more thing:\nit beeps.')
  })
})
