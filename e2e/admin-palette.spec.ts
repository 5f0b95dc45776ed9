import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, test } from './test.ts'

test.describe('desktop', () => {
  test('an administrator finds pages, users, orders and tickets with the keyboard alone', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id, username } = await signIn({ support: true })
    const order = randomUUID()
    await shop.db
      .insertInto('orders')
      .values({ id: order, user_id: id, type: 'crypto', total_cents: 999 } as never)
      .execute()
    const title = `Silence ${order.slice(0, 8)}`
    const ticket = await shop.db
      .insertInto('tickets')
      .values({ user_id: id, title, content: 'Since today.', category: 'Technical' })
      .returning('id')
      .executeTakeFirstOrThrow()

    await page.goto('/admin/mails')
    const button = page.getByRole('button', { name: 'Go to' })
    await button.click()
    const field = page.getByRole('combobox', { name: /^Search pages/ })
    await expect(field).toBeFocused()
    await expectAccessible(page)
    const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(options.filter({ hasText: 'Settings' })).toHaveCount(0)
    await field.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await field.press('ArrowUp')
    await field.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    const active = await field.getAttribute('aria-activedescendant')
    expect(await options.last().getAttribute('id')).toBe(active)
    await field.press('Escape')
    await expect(field).toBeHidden()
    await expect(button).toBeFocused()

    await page.keyboard.press('Control+k')
    await field.fill('email log')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/admin\/mails$/)
    await expect(field).toBeHidden()

    for (const [text, found, url] of [
      [username, `${username}@`, `/admin/users/${id}`],
      [order.slice(0, 8), `${username}, Waiting`, `/admin/orders/${order}`],
      [title, `#${ticket.id}, Open`, `/admin/support?ticket=${ticket.id}`],
    ] as const) {
      await page.goto('/admin/mails')
      await expect(button).toBeVisible()
      await page.keyboard.press('Control+k')
      await field.fill(text)
      await expect(options.filter({ hasText: found })).toHaveCount(1)
      await expectAccessible(page)
      while (
        !(await options.and(page.locator('[aria-selected=true]')).textContent())!.includes(found)
      ) {
        await field.press('ArrowDown')
      }
      await field.press('Enter')
      await expect(page).toHaveURL(url)
    }
  })
})

test('the search says when it finds nothing and when it fails', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 /)
  await signIn({ admin: true })
  await page.goto('/admin/mails')
  await page.getByRole('button', { name: 'Go to' }).click()
  const field = page.getByRole('combobox', { name: /^Search pages/ })
  await field.fill('nothing of the kind')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.route('**/api/admin/search*', (route) => route.fulfill({ status: 500 }))
  await field.fill('something else')
  await expect(page.getByText('Failed to load results')).toBeVisible()
})

test('the results of the latest search are shown, even if an earlier one responds later', async ({
  page,
  signIn,
}) => {
  const { username } = await signIn({ admin: true })
  await page.goto('/admin/mails')
  await page.getByRole('button', { name: 'Go to' }).click()
  const field = page.getByRole('combobox', { name: /^Search pages/ })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked: string[] = []
  await page.route('**/api/admin/search*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q')!
    asked.push(q)
    if (q === 'slow') await held
    await route.continue().catch(() => {})
  })
  await field.fill('slow')
  await expect.poll(() => asked).toContain('slow')
  await field.fill(username)
  await expect(page.getByRole('option', { name: username })).toBeVisible()
  answer()
  await expect(page.getByRole('option', { name: username })).toBeVisible()
})
