import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { applyBatch } from '#server/outages/credits/apply.ts'
import { previewBatch } from '#server/outages/credits/preview.ts'
import { moveStills } from '#server/outages/credits/stills.ts'
import { toLocalTime } from '../web/admin/local-time.ts'
import { sessionCookies } from './customer.ts'
import { endSession } from './end-session.ts'
import { openDetails } from './subscriptions.ts'
import { expect, expectAbove, expectAccessible, test } from './test.ts'

const unique = () => randomBytes(4).toString('hex')

test.describe('desktop', () => {
  test('staff report, close and compensate an incident, and the customer sees why', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/409 .*\/confirm/)
    const { db } = shop
    const { user: customer, token } = await signInAs(db)
    const [repo, title, name] = [`module-${unique()}`, `Down ${unique()}`, `Game ${unique()}`]
    await db.insertInto('modules').values({ repo, version: '1', status: 'operational' }).execute()
    const product = await db
      .insertInto('products')
      .values({ slug: unique(), name, price_cents: 1000, hidden: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('product_modules').values({ product_id: product.id, repo }).execute()
    await giveTime(db, { user: customer.id, product: product.id, days: 40 })

    await signIn({ admin: true })
    await page.goto('/admin/status')
    await page.getByRole('button', { name: 'Open Incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open Incident' })
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('checkbox', { name: repo }).check()
    await dialog.getByLabel('Description').fill('It does not start.')
    await dialog.getByLabel('Starts').fill(toLocalTime(new Date(Date.now() - 3 * 3_600_000)))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Open Incident' }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await page.getByLabel('Update').fill('We know why.')
    await page.getByRole('button', { name: 'Publish Update' }).click()
    await expect(page.getByText('We know why.')).toBeVisible()
    await expectAccessible(page)

    await expect(async () => {
      await page.goto('/status')
      const told = page.getByRole('article').filter({ hasText: title })
      await expect(told).toContainText('We know why.', { timeout: 1000 })
    }).toPass()
    await expectAccessible(page)
    await page.goto(`/product/${product.id}`)
    await expect(
      page.getByText(/^Under maintenance since .+\. If this lasts one hour or longer, we credit/),
    ).toBeVisible()

    await page.goto('/admin/status')
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: 'Close Incident' }).click()
    const closing = page.getByRole('dialog', { name: 'Close Incident' })
    await closing.getByLabel('Last update').fill('It starts again.')
    await closing.getByRole('button', { name: 'Close Incident' }).click()
    await page.getByRole('link', { name: 'Review Compensation' }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('Value at list price')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply Batch' }).click()
    const giving = page.getByRole('dialog', { name: 'Apply Batch' })
    const people = giving.getByLabel('Type the number of customers')
    await people.fill('2')
    await giving.getByRole('button', { name: 'Apply Batch' }).click()
    await expect(giving.getByText('Type this number to confirm')).toBeVisible()
    await people.fill('1')
    await giving.getByRole('button', { name: 'Apply Batch' }).click()
    await expect(page.getByText('Applied', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()

    await endSession(page)
    await page.context().addCookies(sessionCookies(shop.url, token))
    await page.goto('/dashboard?t=subscriptions')
    await openDetails(page, name)
    await page.getByRole('button', { name: `Why this end date? ${name}` }).click()
    await expect(page.getByText(new RegExp(`We added 3 hours.*: ${title}`))).toBeVisible()
    await expectAccessible(page)
  })

  test('the store shows that a game is down, and its page and the dashboard show that time is frozen', async ({
    page,
    shop,
  }) => {
    const { db } = shop
    const { user, token } = await signInAs(db)
    const [repo, name] = [`module-${unique()}`, `Game ${unique()}`]
    await db.insertInto('modules').values({ repo, version: '1', status: 'maintenance' }).execute()
    const { id: product_id } = await db
      .insertInto('products')
      .values({ slug: unique(), name, price_cents: 1000, hidden: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('product_modules').values({ product_id, repo }).execute()
    await db.insertInto('time_policies').values({ product_id, mode: 'still' }).execute()
    await giveTime(db, { user: user.id, product: product_id, days: 40 })
    const { id: incident_id } = await db
      .insertInto('incidents')
      .values({
        ...{ title: `Down ${unique()}`, status: 'maintenance', state: 'open' },
        ...{ starts_at: new Date(Date.now() - 3 * 3_600_000), created_by: user.id },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('incident_modules').values({ incident_id, repo }).execute()
    await moveStills(db)

    await page.context().addCookies(sessionCookies(shop.url, token))
    const said = /Under maintenance since .+\. Your time is frozen\./
    const item = page.getByRole('listitem').filter({ hasText: name })
    const inStore = item.getByText('Maintenance', { exact: true })
    const told = item.getByText(said)
    for (const [path, shown] of [
      ['/store', inStore],
      [`/product/${product_id}`, page.getByRole('main').getByText(said)],
      ['/dashboard?t=subscriptions', told],
      ['/dashboard?t=support&ticket=new', told],
    ] as const)
      await expect(async () => {
        await page.goto(path)
        await expect(shown).toBeVisible({ timeout: 2000 })
      }).toPass()

    await db
      .updateTable('incidents')
      .set({ state: 'closed', ended_at: new Date() })
      .where('id', '=', incident_id)
      .execute()
    await moveStills(db)
  })

  test('the error of the last field of a long dialog is in view', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/422 .*\/incidents/)
    await signIn({ admin: true })
    await page.setViewportSize({ width: 360, height: 560 })
    await page.goto('/admin/status')
    await page.getByRole('button', { name: 'Open Incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open Incident' })
    await dialog.getByLabel('Title').fill('The market is rebuilt')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByLabel('Description').fill('Back soon')
    await dialog.getByLabel('Planned until').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Open Incident' }).click()
    const wrong = dialog.getByText('The end is in the past')
    await expect(wrong).toBeInViewport({ ratio: 1 })
    // Being in the viewport is not enough: the message could be behind the buttons, which stay in
    // place.
    await expectAbove(wrong, dialog.getByRole('button', { name: 'Open Incident' }))
  })

  test('staff reverse a compensation batch, and its page says how much was reversed', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/ERR_FAILED/)
    const { db } = shop
    const admin = await signIn({ admin: true })
    const { user } = await signInAs(db)
    const [title, name] = [`Sorry ${unique()}`, `Game ${unique()}`]
    const product = await db
      .insertInto('products')
      .values({ slug: unique(), name, price_cents: 1000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveTime(db, { user: user.id, product: product.id, days: 40 })
    const batch = await db
      .insertInto('credit_batches')
      .values({
        title,
        product_id: product.id,
        seconds: 2 * 86_400,
        created_by: admin.id,
        state: 'previewing',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await previewBatch(db, batch.id)
    await db
      .updateTable('credit_batches')
      .set({ state: 'confirmed', confirmed_by: admin.id, confirmed_at: new Date() })
      .where('id', '=', batch.id)
      .execute()
    await applyBatch(db, batch.id)

    await page.goto(`/admin/credits/${batch.id}`)
    await page.getByRole('button', { name: 'Undo' }).click()
    const asked = page.getByRole('dialog', { name: 'Undo Batch' })
    await expectAccessible(page)
    // The action succeeds, but the response is lost. The page detects that itself.
    await page.route(
      (url) => url.pathname.endsWith('/undo'),
      async (route) => {
        await route.fetch()
        await route.abort()
      },
    )
    await asked.getByRole('button', { name: 'Undo Batch' }).click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
    await expect(page.getByText('2 d', { exact: true }).last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    const { seconds } = await db
      .selectFrom('time_entries')
      .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
      .select(({ fn }) => fn.sum<number>('seconds').as('seconds'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(Number(seconds)).toBe(40 * 86_400)
  })
})

type Given = { user: number; product: number; days: number }

/** Adds a subscription that started yesterday. */
async function giveTime(db: Database, { user, product, days }: Given) {
  const at = new Date(Date.now() - 86_400_000)
  const run = await db
    .insertInto('subscriptions')
    .values({ user_id: user, product_id: product, created_at: at, ends_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('time_entries')
    .values({
      subscription_id: run.id,
      seconds: days * 86_400,
      cause: 'grant',
      created_at: at,
    })
    .execute()
}
