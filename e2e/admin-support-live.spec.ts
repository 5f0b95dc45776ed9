import { randomBytes } from 'node:crypto'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sessionCookies } from './customer.ts'
import { stopClock } from './parts.ts'
import { expect, test } from './test.ts'
import { newTicket } from './tickets.ts'

const hours = (count: number) => new Date(Date.now() - count * 3_600_000)

test('new customer messages appear in the list of tickets, the longest waiting first', async ({
  page,
  shop,
  signIn,
}) => {
  const me = await signIn({ support: true })
  const word = randomBytes(4).toString('hex')
  const made = (hoursAgo: number, more: object = {}) =>
    newTicket(shop.db, {
      title: `${word} from ${hoursAgo}`,
      unanswered_since: hours(hoursAgo),
      ...more,
    })
  const newer = await made(2)
  const older = await made(3, { assigned_to: me.id })
  await made(1, { unanswered_since: null, status: 'in_progress' })
  await page.goto(`/admin/support?search=${word}`)
  const rows = page.getByRole('link', { name: new RegExp(word) })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(older.title)
  await expect(rows.first()).toContainText('Awaiting reply')
  await expect(page.getByRole('link', { name: /Support Tickets \d+ pending/ })).toBeVisible()
  await page.getByLabel('Assigned to').selectOption('Me')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Assigned to').selectOption('Anyone')
  await expect(rows).toHaveCount(2)
  await rows.first().click()
  const panel = page.getByRole('region', { name: older.title })
  await page.getByLabel('Your reply').fill('It is mended.')
  await page.getByRole('button', { name: 'Reply and resolve' }).click()
  await expect(panel.getByLabel('Status')).toHaveValue('resolved')
  await expect(rows).toHaveCount(1)
  await panel.getByRole('link', { name: 'Next ticket' }).click()
  await expect(page.getByRole('region', { name: newer.title })).toBeVisible()
  await page.getByRole('link', { name: /In progress/ }).click()
  await expect(page.getByLabel('Status', { exact: true }).first()).toHaveValue('in_progress')
  await page.getByRole('link', { name: /Total Tickets/ }).click()
  await page.getByLabel('Search tickets').fill(word)
  await expect(rows).toHaveCount(3)
})

test('a long conversation shows its latest messages first and can load the earlier ones', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn({ support: true })
  const ticket = await newTicket(shop.db)
  await shop.db
    .insertInto('ticket_messages')
    .values(
      Array.from({ length: 130 }, (_, at) => ({
        ticket_id: ticket.id,
        user_id: ticket.customer.id,
        content: `Message ${at + 1}.`,
      })),
    )
    .execute()
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const log = page.getByRole('log')
  await expect(log).toContainText('Message 130.')
  await expect(log).not.toContainText('Message 30.')
  await page.getByRole('button', { name: 'Show earlier messages' }).click()
  await expect(log).toContainText('Message 1.')
  await expect(page.getByRole('button', { name: 'Show earlier messages' })).toHaveCount(0)
})

test('when a customer is deleted, staff can no longer reply in the open ticket', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 404/)
  await signIn({ admin: true })
  const ticket = await newTicket(shop.db)
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const customer = page.getByRole('complementary', { name: 'Customer' })
  await expect(customer).toContainText(ticket.customer.email)
  const removed = await page.request.delete(`/api/admin/users/${ticket.customer.id}`, {
    headers: { origin: shop.url },
  })
  expect(removed.status()).toBe(200)
  await expect(page.getByText('nobody would read a reply')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveCount(0)
  await expect(customer).not.toContainText(ticket.customer.email)
  // No action is needed, and the payment is one click away.
  const panel = page.getByRole('region', { name: ticket.title })
  await expect(panel.getByLabel('Status')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Assign' })).toHaveCount(0)
  await customer.getByRole('link', { name: 'Deleted user' }).click()
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
})

test('a background refresh that started before a change does not undo it on the page', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn({ support: true })
  const ticket = await newTicket(shop.db)
  await page.clock.install()
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const status = page.getByRole('region', { name: ticket.title }).getByLabel('Status')
  await expect(status).toHaveValue('open')
  const address = `/api/admin/tickets/${ticket.id}`
  const looked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    `**${address}`,
    async (route) => {
      const response = await route.fetch()
      looked.resolve()
      await held.promise
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith(address))
  await page.clock.fastForward(4000)
  await looked.promise
  await status.selectOption('Resolved')
  await givenUp
  held.resolve()
  await expect(status).toHaveValue('resolved')
})

test('the focus stays on the status that was changed', async ({ page, shop, signIn }) => {
  await signIn({ support: true })
  const ticket = await newTicket(shop.db)
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const status = page.getByRole('region', { name: ticket.title }).getByLabel('Status')
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/admin/tickets/${ticket.id}/status`, async (route) => {
    await held.promise
    await route.continue()
  })
  await status.focus()
  await status.selectOption('Resolved')
  await expect(status).toBeDisabled()
  await expect(status).toBeFocused()
  // Choosing another option has no effect until the request has finished.
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveValue('resolved')
  held.resolve()
  await expect(status).toBeEnabled()
  await expect(status).toBeFocused()
  await expect(status).toHaveValue('resolved')
})

test('two agents on one ticket see each other’s reply without reloading', async ({
  page,
  browser,
  shop,
  signIn,
}) => {
  await signIn({ support: true })
  const { user: colleague, token } = await signInAs(shop.db, { admin: true })
  const other = await browser.newContext({ baseURL: shop.url })
  await other.addCookies(sessionCookies(shop.url, token))
  const theirs = await other.newPage()
  const ticket = await newTicket(shop.db)
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  await theirs.goto(`/admin/support?ticket=${ticket.id}`)
  await theirs.getByLabel('Your reply').fill('I take this one.')
  await theirs.getByLabel('Your reply').press('Enter')
  const log = page.getByRole('log')
  await expect(log).toContainText('I take this one.')
  await expect(log).toContainText(`${colleague.username} (staff)`)
  await expect(page.getByRole('region', { name: ticket.title }).getByLabel('Status')).toHaveValue(
    'in_progress',
  )
  await page.getByLabel('Your reply').fill('Thanks!')
  await page.getByLabel('Your reply').press('Enter')
  await expect(theirs.getByRole('log')).toContainText('Thanks!')
  await other.close()
})

test('a reply to a ticket that a colleague has answered is sent with the second click', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 409/)
  await signIn({ support: true })
  const { user: colleague } = await signInAs(shop.db, { support: true })
  const ticket = await newTicket(shop.db)
  // The page does not load new messages by itself.
  await page.clock.install()
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const reply = page.getByLabel('Your reply')
  await expect(reply).toBeVisible()
  await stopClock(page)
  await reply.fill('Restart it.')
  await shop.db
    .insertInto('ticket_messages')
    .values({ ticket_id: ticket.id, user_id: colleague.id, content: 'Install it again.' })
    .execute()
  await reply.press('Enter')
  await expect(page.getByText(`because ${colleague.username} has written since`)).toBeVisible()
  const log = page.getByRole('log')
  await expect(log).toContainText('Install it again.')
  await expect(reply).toHaveValue('Restart it.')
  await reply.press('Enter')
  await expect(log).toContainText('Restart it.')
  await expect(reply).toHaveValue('')
})
