import type { Database } from '#server/kernel/database/database.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { stopClock } from './parts.ts'
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

test('a message appears at once, and a failure removes it and keeps its text', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 /)
  const { id } = await signIn()
  const ticket = await openTicket(shop.db, id)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/tickets/*/replies', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.fulfill({ status: 500 })
  })
  await page.goto(`/dashboard?t=support&ticket=${ticket}`)
  const log = page.getByRole('log')
  const box = page.getByLabel('Your reply')
  await box.fill('Hello?')
  await box.press('Enter')
  await expect(log.getByText('Hello?')).toBeVisible()
  await expect(log.getByText('Sending...')).toBeVisible()
  await expect(box).toHaveValue('')
  await box.fill('Typed meanwhile')
  await box.press('Enter')
  answer()
  await expect(page.getByRole('main').getByText('Failed to send message')).toBeVisible()
  await expect(log.getByText('Hello?')).toBeHidden()
  await expect(box).toHaveValue('Hello?\nTyped meanwhile')
  await page.unroute('**/api/tickets/*/replies')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message sent successfully')).toBeVisible()
  await expect(log).toContainText('Hello?\nTyped meanwhile')
})

test('a ticket that was closed in the meantime rejects the reply and keeps its text', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/409 /)
  const { id } = await signIn()
  const ticket = await openTicket(shop.db, id)
  // The page does not load the new status by itself.
  await page.clock.install()
  await page.goto(`/dashboard?t=support&ticket=${ticket}`)
  await page.getByLabel('Your reply').fill('One last question')
  await stopClock(page)
  await shop.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticket).execute()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Failed to send message').first()).toBeVisible()
  await expect(page.getByText('This ticket is closed and cannot receive replies.')).toBeVisible()
  await expect(page.getByText('One last question')).toBeVisible()
})

test('a ticket that fails to load or open shows an error', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 |404 /)
  const { id } = await signIn()
  const ticket = await openTicket(shop.db, id)
  await page.route(/\/api\/tickets\//, (route) => route.fulfill({ status: 500 }))
  await page.goto('/dashboard?t=support')
  await expect(page.getByText('Failed to load tickets')).toBeVisible()
  await page.goto(`/dashboard?t=support&ticket=${ticket}`)
  await expect(page.getByText('Failed to load ticket messages')).toBeVisible()
  await page.goto('/dashboard?t=support&ticket=new')
  await page.getByLabel('Subject').fill('No sound')
  await page.getByLabel('Description').fill('Since today.')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByRole('main').getByText('Failed to create support ticket')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Since today.')
  await page.unroute(/\/api\/tickets\//)
  await page.goto('/dashboard?t=support&ticket=99999999')
  await expect(page.getByText(sentence('unknown_ticket'))).toBeVisible()
  await page.getByRole('link', { name: 'Back to Support' }).click()
  await expect(page.getByRole('link', { name: /No sound/ })).toBeVisible()
})
