import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { renewMonthly } from './renewals.ts'
import { atBothWidths, expect, expectAccessible, test } from './test.ts'
import { newTicket } from './tickets.ts'

const hours = (count: number) => new Date(Date.now() - count * 3_600_000)

atBothWidths(() => {
  test('support finds a ticket, replies and changes its status', async ({ page, shop, signIn }) => {
    const { username } = await signIn({ support: true })
    const ticket = await newTicket(shop.db)
    await page.goto('/admin/support')
    await expect(page.getByText('Total Tickets')).toBeVisible()
    await expect(page.getByLabel('Status', { exact: true }).first()).toHaveValue('open')
    await page.getByLabel('Search tickets').fill(ticket.title)
    const row = page.getByRole('link', { name: new RegExp(ticket.title) })
    await expect(row).toContainText(ticket.customer.username)
    await expect(row).not.toContainText('Unassigned')
    await expectAccessible(page)
    await row.click()
    await expect(page).toHaveURL(new RegExp(`ticket=${ticket.id}`))
    const panel = page.getByRole('region', { name: ticket.title })
    const log = panel.getByRole('log')
    await expect(log).toContainText('Since today.')
    await expect(panel.getByText('Unassigned')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Assign', exact: true })).toHaveCount(0)
    const customer = page.getByRole('complementary', { name: 'Customer' })
    await expect(customer).toContainText(ticket.customer.email)
    await expect(customer).toContainText('No device')

    const box = page.getByLabel('Your reply')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await box.fill('   ')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await box.fill('Is it plugged in?')
    await box.press('Enter')
    await expect(page.getByText('Message sent successfully')).toBeVisible()
    await expect(log).toContainText('Is it plugged in?')
    await expect(log.getByText('You', { exact: true })).toBeVisible()
    await expect(panel.getByLabel('Status')).toHaveValue('in_progress')
    await expect(customer).toContainText('Ticket answered')

    await panel.getByLabel('Status').selectOption('Closed')
    await expect(page.getByText('Ticket status updated to Closed')).toBeVisible()
    await expect(page.getByText('This ticket is closed and cannot receive replies')).toBeVisible()
    await expect(page.getByLabel('Your reply')).toHaveCount(0)
    await expectAccessible(page)
    const entry = await shop.db
      .selectFrom('logs')
      .select(['message', 'details'])
      .where('user_id', '=', ticket.customer.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      message: 'Ticket status changed',
      details: { by: username, before: { status: 'in_progress' }, after: { status: 'closed' } },
    })
  })
})

test('a slash inserts a canned reply, whose open placeholders have to be replaced', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/settings/replies')
  await page.getByRole('button', { name: 'Add Canned Reply' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Restart ${Date.now()}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Text').fill('Hi {username}, {plan}')
  await dialog.getByRole('button', { name: 'Add Canned Reply' }).click()
  await expect(dialog.getByText('Unknown placeholder {plan}')).toBeVisible()
  await dialog.getByLabel('Text').fill('Hi {username}, order {order} is ready.')
  await dialog.getByRole('button', { name: 'Add Canned Reply' }).click()
  await expect(page.getByRole('table').getByText(name)).toBeVisible()
  await expectAccessible(page)

  const ticket = await newTicket(shop.db)
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const box = page.getByLabel('Your reply')
  await box.press('/')
  const search = page.getByRole('combobox', { name: 'Search canned replies' })
  await search.fill(name)
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await search.press('Enter')
  await expect(box).toHaveValue(`Hi ${ticket.customer.username}, order {order} is ready.`)
  await expect(page.getByText('Replace {order} before you send the reply')).toBeVisible()
  await box.press('Enter')
  await expect(page.getByText('Message sent successfully')).toHaveCount(0)
  await box.fill(`Hi ${ticket.customer.username}, it is ready.`)
  await box.press('Enter')
  await expect(page.getByText('Message sent successfully')).toBeVisible()
})

test('an unsaved note survives a reload, and a saved one can be changed and deleted', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn({ support: true })
  const ticket = await newTicket(shop.db)
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const log = page.getByRole('region', { name: ticket.title }).getByRole('log')
  await page.getByText('Note for staff').click()
  await page.getByLabel('Your note').fill('Wrote the same by email.')
  await page.reload()
  await expect(page.getByLabel('Your note')).toHaveValue('Wrote the same by email.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(log.getByText('Wrote the same by email.')).toBeVisible()
  await expect(page.getByLabel('Your note')).toHaveValue('')
  await expectAccessible(page)

  await log.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Note' })
  await dialog.getByLabel('Note').fill('Wrote the same on Discord.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(log.getByText('Wrote the same on Discord.')).toBeVisible()
  await expect(log.getByText('Note, edited')).toBeVisible()

  await log.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(log.getByText('Wrote the same on Discord.')).toHaveCount(0)
})

test.describe('desktop', () => {
  test('an administrator assigns a ticket to a staff member, and unassigns it', async ({
    page,
    shop,
    signIn,
  }) => {
    const { username: me } = await signIn({ admin: true })
    const { user: agent } = await signInAs(shop.db, { support: true })
    const ticket = await newTicket(shop.db)
    await page.goto(`/admin/support?ticket=${ticket.id}`)
    const panel = page.getByRole('region', { name: ticket.title })
    await panel.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign Ticket' })
    const field = dialog.getByRole('combobox', { name: 'Staff member' })
    await expect(dialog.getByText('Type at least 2 characters to search')).toBeVisible()
    await field.fill('nobody of that name')
    await expect(dialog.getByText('No users found')).toBeVisible()
    await field.fill(ticket.customer.username)
    await expect(dialog.getByText('No users found')).toBeVisible()
    await field.fill(agent.username)
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await expectAccessible(page)
    await field.press('Enter')
    await expect(page.getByText(`Ticket assigned to ${agent.username}`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(panel.getByText(agent.username, { exact: true })).toBeVisible()

    await panel.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByRole('button', { name: 'Assign to me' }).click()
    await expect(panel.getByText(me, { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByRole('button', { name: 'Unassign' }).click()
    await expect(panel.getByText('Unassigned')).toBeVisible()
  })

  test('a ticket shows its waiting time as text and colour', async ({ page, shop, signIn }) => {
    await signIn({ support: true })
    const late = await newTicket(shop.db, { updated_at: hours(49) })
    const due = await newTicket(shop.db, { updated_at: hours(25) })
    const over = await newTicket(shop.db, { updated_at: hours(99), status: 'resolved' })
    await page.goto('/admin/support?status=all')
    for (const [ticket, words, colour] of [
      [late, '2 days ago', 'text-danger'],
      [due, 'yesterday', 'text-warning'],
      [over, '4 days ago', 'text-faint'],
    ] as const) {
      await page.getByLabel('Search tickets').fill(ticket.title)
      const row = page.getByRole('link', { name: new RegExp(ticket.title) })
      const time = row.locator('p:has(> time)')
      await expect(time).toHaveClass(new RegExp(colour))
      await expect(time).toHaveText(words)
    }
    await page.getByLabel('Category').selectOption('Billing')
    await expect(page.getByText('No tickets found')).toBeVisible()
  })
})

test('staff copy the full order number and see which subscription renews by card', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn({ support: true })
  const ticket = await newTicket(shop.db)
  const [renewing, ending] = await shop.db
    .selectFrom('products')
    .select(['id', 'name'])
    .orderBy('id')
    .limit(2)
    .execute()
  for (const product of [renewing!, ending!]) {
    const time = { cause: 'compensation' as const, userId: ticket.customer.id, seconds: 864_000 }
    await grantTime(shop.db, { ...time, productId: product.id })
  }
  const order = await shop.db
    .insertInto('orders')
    .values({
      user_id: ticket.customer.id,
      type: 'card',
      payment_status: 'finished',
      total_cents: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('order_items')
    .values({
      order_id: order.id,
      product_id: renewing!.id,
      product_name: renewing!.name,
      months: 1,
      list_cents: 100,
    })
    .execute()
  const renewal = { userId: ticket.customer.id, productId: renewing!.id, order: order.id }
  await renewMonthly(shop.db, { ...renewal, cents: 100 })
  const run = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name, hasNotText: 'order number' })
  for (const path of [`support?ticket=${ticket.id}`, `users/${ticket.customer.id}`]) {
    await page.goto(`/admin/${path}`)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'Copy order number' }).click()
    await expect(page.getByText('Order number copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.id)
    await expect(run(renewing!.name).filter({ hasText: 'Renews on' })).toHaveCount(1)
    await expect(run(ending!.name).filter({ hasText: 'Expires on' })).toHaveCount(1)
  }
})

test('a failed request shows an error and keeps the typed reply', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 |404 /)
  await signIn({ admin: true })
  const ticket = await newTicket(shop.db)
  const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 500 }))
  await page.goto(`/admin/support?ticket=${ticket.id}`)
  const panel = page.getByRole('region', { name: ticket.title })
  await fail('**/status')
  await panel.getByLabel('Status').selectOption('Resolved')
  await expect(page.getByText('Failed to update ticket status')).toBeVisible()
  await expect(panel.getByLabel('Status')).toHaveValue('open')

  await page.route('**/replies', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await page.getByLabel('Your reply').fill('Hello?')
  await page.getByLabel('Your reply').press('Enter')
  await expect(page.getByRole('main').getByText('Failed to send message')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('Hello?')

  await fail('**/assign')
  await panel.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByRole('dialog').getByText('Failed to assign ticket')).toBeVisible()
  await fail('**/admin/users/?*')
  await page.getByRole('combobox', { name: 'Staff member' }).fill('ad')
  await expect(page.getByText('Failed to load results')).toBeVisible()

  await fail('**/admin/tickets/stats')
  await page.goto('/admin/support?ticket=99999999', { waitUntil: 'commit' })
  await expect(page.getByText('Failed to fetch ticket stats')).toBeVisible()
  await expect(page.getByText(sentence('unknown_ticket'))).toBeVisible()
  await fail('**/admin/tickets/?*')
  await page.goto('/admin/support')
  await expect(page.getByRole('main').getByText('Failed to fetch tickets')).toBeVisible()
})
