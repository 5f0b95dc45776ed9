import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { catalogueScreens } from './admin-catalogue-screens.ts'
import { emailScreens } from './admin-email-screens.ts'
import { addUser } from './customer.ts'
import { addDevices } from './devices.ts'
import { documentScreens } from './document-screens.ts'
import { paidOrder } from './refunded-order.ts'
import { as, type Scene, type Screen } from './scene.ts'

/** The back-office screens, as an administrator sees them unless the name says otherwise. */
export const adminScreens: Screen[] = [
  { name: 'admin', visit: as('admin', '/admin?days=365') },
  { name: 'admin-week', visit: as('support', '/admin?days=7') },
  { name: 'admin-numbers', visit: dashboardNumbers },
  { name: 'admin-users-support', visit: as('support', '/admin/users') },
  { name: 'admin-users-none', visit: as('admin', '/admin/users?search=nobody-at-all') },
  { name: 'admin-users-delete', visit: deleteDialog, firstViewOnly: true },
  { name: 'admin-users-add', visit: pressing('/admin/users', 'Add User'), firstViewOnly: true },
  { name: 'admin-users-one', visit: userPage() },
  { name: 'admin-users-one-support', visit: userPage('', 'support') },
  { name: 'admin-users-one-unknown', visit: as('admin', '/admin/users/999999') },
  { name: 'admin-users-one-edit', visit: userPage('/edit') },
  { name: 'admin-users-one-edit-keys', visit: demotingMaker },
  {
    name: 'admin-status-keys-left',
    async visit(page, scene) {
      await makerOfKeys(scene, { admin: false })
      await as('admin', '/admin/status')(page, scene)
    },
  },
  {
    name: 'admin-users-one-devices',
    async visit(page, scene) {
      const user = await addUser(scene.db)
      await addDevices(scene.db, user.id)
      await as('admin', `/admin/users/${user.id}`)(page, scene)
    },
  },
  { name: 'admin-users-one-hwid', visit: userDialog('Reset HWID'), firstViewOnly: true },
  {
    name: 'admin-users-one-infraction',
    visit: userDialog('Record Infraction'),
    firstViewOnly: true,
  },
  { name: 'admin-users-one-ban', visit: userDialog('Ban'), firstViewOnly: true },
  { name: 'admin-users-one-gift', visit: userDialog('Give time'), firstViewOnly: true },
  { name: 'admin-users-one-revoke', visit: userDialog(/^Revoke (?!Loaders)/), firstViewOnly: true },
  { name: 'admin-orders', visit: as('support', '/admin/orders') },
  { name: 'admin-orders-narrowed', visit: as('admin', '/admin/orders?method=crypto&min=1') },
  { name: 'admin-orders-none', visit: as('admin', '/admin/orders?search=nothing+of+the+kind') },
  { name: 'admin-orders-one', visit: orderPage('finished', '/admin/orders', 'support') },
  { name: 'admin-orders-one-stuck', visit: orderPage('expired', '/admin/orders', 'admin') },
  { name: 'admin-orders-one-refunds', visit: refunds('support') },
  { name: 'admin-orders-one-refund', visit: refundDialog, firstViewOnly: true },
  {
    name: 'admin-orders-one-unknown',
    visit: as('admin', '/admin/orders/00000000-0000-4000-8000-000000000000'),
  },
  { name: 'orders-one', visit: orderPage('finished', '/orders', 'customer') },
  {
    name: 'orders-one-unknown',
    visit: as('customer', '/orders/00000000-0000-4000-8000-000000000000'),
  },
  { name: 'admin-support', visit: as('support', '/admin/support') },
  { name: 'admin-support-all', visit: as('admin', '/admin/support?status=all') },
  { name: 'admin-support-none', visit: as('admin', '/admin/support?search=nothing+of+the+kind') },
  { name: 'admin-support-ticket', visit: staffTicket },
  { name: 'admin-settings-replies', visit: as('admin', '/admin/settings/replies') },
  { name: 'admin-support-insert', visit: insertReply },
  { name: 'admin-support-assign', visit: assignTicket, firstViewOnly: true },
  { name: 'admin-logs-narrowed', visit: as('support', '/admin/logs?details=type:card&level=info') },
  { name: 'admin-logs-none', visit: as('admin', '/admin/logs?message=nothing+of+the+kind') },
  { name: 'admin-logs-entry', visit: logEntry, firstViewOnly: true },
  { name: 'admin-mails-none', visit: as('admin', '/admin/mails?search=nobody') },
  ...documentScreens,
  ...emailScreens,
  ...catalogueScreens,
]

/**
 * The page of an order in the given status: one of the demo customer, or for staff one of any
 * customer.
 */
function orderPage(
  status: 'finished' | 'expired',
  below: string,
  role: 'admin' | 'support' | 'customer',
) {
  return async (page: Page, scene: Scene) => {
    const { id } = await scene.db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'user_id')
      .select('orders.id')
      .where('payment_status', '=', status)
      .$if(role === 'customer', (query) => query.where('username', '=', 'customer'))
      .orderBy('orders.created_at', 'desc')
      .executeTakeFirstOrThrow()
    await as(role, `${below}/${id}`)(page, scene)
  }
}

/** A partially refunded order with a refund in each status. */
function refunds(role: 'admin' | 'support') {
  return async (page: Page, scene: Scene) => {
    const { id } = await addUser(scene.db)
    const { order } = await paidOrder(scene.db, id, [
      { cents: 300, status: 'succeeded' },
      { cents: 250, status: 'failed' },
      { cents: 199, status: 'asked' },
      { cents: 500, status: 'pending', look: true },
    ])
    await as(role, `/admin/orders/${order}`)(page, scene)
  }
}

async function refundDialog(page: Page, scene: Scene) {
  await refunds('admin')(page, scene)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page
    .getByRole('button', { name: /^All of / })
    .first()
    .click()
  await page.getByText('the order stays finished').waitFor()
}

async function logEntry(page: Page, scene: Scene) {
  await as('admin', '/admin/logs?source=payment')(page, scene)
  await page.getByRole('row').getByRole('button').first().click()
}

/** A page of the back-office with a dialog, opened by the given button. */
function pressing(path: string, button: string | RegExp) {
  return async (page: Page, scene: Scene) => {
    await as('admin', path)(page, scene)
    await page.getByRole('button', { name: button }).first().click()
  }
}

/** For the demo customer, who has an active subscription. */
async function deleteDialog(page: Page, scene: Scene) {
  await as('admin', '/admin/users?search=customer')(page, scene)
  await page.getByRole('button', { name: 'Delete customer' }).click()
  await page.getByText('with the time left').waitFor()
}

/** The page of the demo customer, who has a history. */
function userPage(below = '', role: 'admin' | 'support' = 'admin') {
  return async (page: Page, scene: Scene) => {
    const { id } = await scene.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'customer')
      .executeTakeFirstOrThrow()
    await as(role, `/admin/users/${id}${below}`)(page, scene)
  }
}

function userDialog(button: string | RegExp) {
  return async (page: Page, scene: Scene) => {
    await userPage()(page, scene)
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').getByRole('button').nth(1).waitFor()
  }
}

async function dashboardNumbers(page: Page, scene: Scene) {
  await as('admin', '/admin')(page, scene)
  const summaries = page.getByText('Numbers as a table')
  await summaries.first().waitFor()
  for (const summary of await summaries.all()) await summary.click()
}

async function staffTicket(page: Page, scene: Scene) {
  const { id } = await scene.db
    .selectFrom('tickets')
    .select('id')
    .where('status', '=', 'in_progress')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await as('admin', `/admin/support?status=all&ticket=${id}`)(page, scene)
}

async function insertReply(page: Page, scene: Scene) {
  await staffTicket(page, scene)
  await page.getByRole('button', { name: 'Insert Canned Reply' }).click()
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

async function assignTicket(page: Page, scene: Scene) {
  await staffTicket(page, scene)
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('combobox', { name: 'Staff member' }).fill('su')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

/** A current or former administrator who created API keys. */
async function makerOfKeys({ db }: Scene, { admin }: { admin: boolean }) {
  const { id } = await addUser(db)
  await db.updateTable('users').set({ admin }).where('id', '=', id).execute()
  const names = ['ci', 'Nightly builds of all the games and their loaders']
  const keys = names.map((name) => ({ name, key_hash: randomBytes(32), created_by: id }))
  await db.insertInto('api_keys').values(keys).execute()
  return id
}

async function demotingMaker(page: Page, scene: Scene) {
  const id = await makerOfKeys(scene, { admin: true })
  await as('admin', `/admin/users/${id}/edit`)(page, scene)
  await page.getByLabel('Role').selectOption('support')
}
