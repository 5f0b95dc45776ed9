import { sentence } from '#server/kernel/testing/sentence.ts'
import { endSession } from './end-session.ts'
import { expect, expectAccessible, test } from './test.ts'

const noIds = ['nope', '0', '-1', '99999999999999999999', '11111111-2222-4333-8444-555555555555']

test.describe('desktop', () => {
  test('a URL of something that does not exist says what was not found', async ({
    page,
    signIn,
    consoleErrors,
  }) => {
    test.slow()
    consoleErrors.expected.push(/404|422/)
    await signIn({ admin: true })
    const missing = page.getByRole('heading', { level: 2 })
    for (const [path, id, code, back] of [
      ['orders/*', 'nope', 'unknown_order', 'Orders'],
      ['orders/*', noIds[4]!, 'unknown_order', 'Orders'],
      ['disputes/*', '0', 'unknown_dispute', 'Disputes'],
      ['disputes/*', '999999', 'unknown_dispute', 'Disputes'],
      ['products/*/renewals', '-1', 'unknown_product', 'Products'],
      ['emails/*', noIds[3]!, 'unknown_campaign', 'Emails'],
      ['status/*', noIds[4]!, 'unknown_incident', 'Status'],
      ['credits/*', 'nope', 'unknown_batch', 'Compensation'],
    ] as const) {
      await page.goto(`/admin/${path.replace('*', id)}`)
      await expect(missing).toHaveText(sentence(code))
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
      await expect(page.getByText('Failed to load')).toHaveCount(0)
      await page.getByRole('link', { name: `Back to ${back}` }).click()
      await expect(page).toHaveURL(`/admin/${path.split('/')[0]}`)
    }
    await page.goto('/admin/orders/nope')
    await expect(missing).toBeVisible()
    await expectAccessible(page)

    for (const id of noIds) {
      await page.goto(`/admin/users/${id}`)
      await expect(page.getByRole('heading', { name: sentence('unknown_user') })).toBeVisible()
    }
    await page.goto('/admin/support?ticket=nope')
    await expect(page.getByRole('alert')).toHaveText(sentence('unknown_ticket'))
    await page.goto('/orders/nope')
    await expect(page.getByRole('alert')).toHaveText(sentence('unknown_order'))
    for (const [path, said] of [
      ['/admin/blogs/nope', sentence('unknown_post')],
      ['/admin/products/nope', 'No product selected for editing'],
      ['/admin/settings/texts/nope', sentence('unknown_text')],
    ] as const) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText(said)).toBeVisible()
    }
  })

  test('Back skips a URL that redirects', async ({ page, signIn, consoleErrors }) => {
    test.slow()
    consoleErrors.expected.push(/404|422/)
    await signIn({ admin: true })
    const leads = async (from: string, to: string | RegExp) => {
      await page.goto('/faq')
      await page.goto(from, { waitUntil: 'commit' })
      await expect(page).toHaveURL(to)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/faq')
    }
    await leads('/admin/settings/texts/x', '/admin/settings/texts')
    await leads('/preview/x', '/admin/settings/texts')
    await leads('/admin/users/0/edit', '/admin/users')
    await leads('/admin/blogs/x', '/admin/blogs')
    await leads('/admin/products/x/plans', '/admin/products')
    await leads('/checkout/success', '/store')
    await leads('/checkout/success?session_id=x', '/store')
    await endSession(page)
    await leads('/dashboard', '/login?origin=%2Fdashboard')
    await leads('/admin/orders', '/login?origin=%2Fadmin%2Forders')
  })

  test('an invalid page number of a list redirects to its first page', async ({ page, signIn }) => {
    await signIn({ admin: true })
    for (const [list, query] of [
      ['orders', 'page=999'],
      ['orders', 'page=abc&after=abc'],
      ['users', 'page=999'],
      ['logs', 'page=abc'],
      ['health', 'page=-1'],
      ['loader', 'page=abc'],
    ]) {
      await page.goto(`/admin/${list}?search=zz&${query}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(`/admin/${list}?search=zz`)
    }
  })
})
