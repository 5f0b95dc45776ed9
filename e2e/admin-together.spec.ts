import { randomInt } from 'node:crypto'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Endpoint, Input } from '#contract/wire/endpoint.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { call } from '#web/api/request.ts'
import { main, stopClock } from './parts.ts'
import { expect, expectAbove, expectAccessible, test } from './test.ts'

/** Another administrator in another browser. */
async function colleague(shop: Parameters<typeof signInAs>[0], url: string) {
  const { user, token } = await signInAs(shop, { admin: true })
  const send = (path: string, init: RequestInit) =>
    fetch(`${url}/api${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie: `session=${token}` },
    })
  return {
    ...user,
    does: <E extends Endpoint>(what: E, input: Input<E>) => call(send, what, input),
  }
}

test.describe('desktop', () => {
  test('a user whom a colleague has banned in the meantime stays banned', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const { user } = await signInAs(shop.db)
    const ben = await colleague(shop.db, shop.url)
    const params = { uid: user.id }
    const state = () =>
      shop.db
        .selectFrom('users')
        .select(['username', 'email', 'banned', 'support'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()

    await page.goto(`/admin/users/${user.id}/edit`)
    await page.getByLabel('Username').fill(`${user.username}x`)
    await ben.does(staffUsers.change, { params, body: { banned: true, support: true } })
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    const told = page.getByRole('alert').filter({ hasText: 'Changed by' })
    await expect(told).toContainText(`by ${ben.username}`)
    await expect(told).toContainText('banned from no to yes')
    await expect(page.getByText('Failed to update user')).toBeVisible()
    await expect(told).toContainText('Save again to keep it')
    await expectAccessible(page)
    // Edited fields keep their input. Unedited fields show the other administrator's change.
    await expect(page.getByLabel('Username')).toHaveValue(`${user.username}x`)
    await expect(page.getByLabel('Status')).toHaveValue('banned')
    await expect(page.getByLabel('Role')).toHaveValue('support')
    expect(await state()).toMatchObject({ username: user.username, banned: true })
    await save.click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    expect(await state()).toMatchObject({
      username: `${user.username}x`,
      email: user.email,
      banned: true,
      support: true,
    })
  })

  test('a post that a colleague has rewritten is shown before it is overwritten', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/status of 409/)
    await signIn({ admin: true })
    const ben = await colleague(shop.db, shop.url)
    const title = `Post ${randomInt(1e9)}`
    const body = { title, content: 'As it was.', author: 'Ada', published_at: null }
    const { id } = await ben.does(staffBlog.add, { body })
    await page.clock.install()
    await page.goto(`/admin/blogs/${id}`)
    await page.getByLabel('Content').fill('Mine.')
    const theirs = { content: 'What Ben wrote all evening.' }
    await ben.does(staffBlog.change, { params: { id }, body: { ...body, ...theirs } })
    const save = page.getByRole('button', { name: 'Save Draft' })
    await stopClock(page)
    await save.click()
    const told = main(page).getByRole('alert')
    await expect(told).toContainText(`Changed by ${ben.username}: content from “As it was.”`)
    // The toast covers neither the reason nor the next step.
    for (const seen of [told, save]) {
      await expect(seen).toBeInViewport({ ratio: 1 })
      await expectAbove(seen, page.getByText('Failed to save post'))
    }
    await page.clock.resume()
    await page.getByText('Show their version').click()
    await expect(page.getByRole('region', { name: 'Their content' })).toContainText(theirs.content)
    await expectAccessible(page)
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue('Mine.')
    await save.click()
    await expect(page.getByText('Post updated successfully')).toBeVisible()
  })
})
