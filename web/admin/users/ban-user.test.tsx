// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { fakeApi, refused } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import { BanUser } from './ban-user.tsx'
import { UnbanUser } from './unban-user.tsx'

const user: User = {
  ...{ uid: 7, username: 'mara', email: 'mara@example.com', admin: false, support: false },
  ...{ banned: false, verified: true, second_factor: false, infraction_count: 0, revision: 3 },
  ...{ created_at: '2026-01-01T00:00:00Z', last_login: null },
  ...{ terms_version: null, terms_accepted_at: null },
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const dialog = async () => within(await screen.findByRole('dialog'))

test('two clicks ban a user, and the dialog says what the ban does', async () => {
  const server = fakeApi()
  server.on(staffUsers.change, { ...user, banned: true })
  const { click } = await renderPages({ '/': () => <BanUser user={user} renewing={1} /> })
  await click(screen.getByRole('button', { name: 'Ban' }))
  const asked = await dialog()
  asked.getByText('Does not pause their time or refund anything.')
  asked.getByText(/^Stops 1 renewal\./)
  expect(asked.queryByText(/API keys|tickets/)).toBeNull()
  await click(asked.getByRole('button', { name: 'Ban' }))
  await closed()
  await screen.findByText('User banned')
  expect(server.callsOf(staffUsers.change)).toMatchObject([
    { params: { uid: '7' }, body: { banned: true, ban_reason: 'Loader tampering' } },
  ])
})

test('the reason ‘Other’ requires details, which stay after a refused ban', async () => {
  const server = fakeApi()
  server.on(staffUsers.change, refused(staffUsers.change, 'last_admin'))
  const admin = { ...user, admin: true }
  const { click, type } = await renderPages({ '/': () => <BanUser user={admin} renewing={0} /> })
  await click(screen.getByRole('button', { name: 'Ban' }))
  const asked = await dialog()
  asked.getByText('Revokes the API keys that they created.')
  await click(asked.getByLabelText('Other'))
  await click(asked.getByRole('button', { name: 'Ban' }))
  await asked.findByText('Enter a reason')
  expect(server.callsOf(staffUsers.change)).toEqual([])
  await type(asked.getByLabelText('Details'), 'Sold the loader')
  await click(asked.getByRole('button', { name: 'Ban' }))
  await asked.findByText(/^The last administrator cannot be/)
  expect(server.callsOf(staffUsers.change)[0]?.body).toEqual({
    banned: true,
    ban_reason: 'Sold the loader',
  })
  expect((asked.getByLabelText('Details') as HTMLInputElement).value).toBe('Sold the loader')
})

test('a ban is lifted after a confirmation', async () => {
  const server = fakeApi()
  server.on(staffUsers.change, user)
  const banned = { ...user, banned: true }
  const { click } = await renderPages({ '/': () => <UnbanUser user={banned} /> })
  await click(screen.getByRole('button', { name: 'Unban' }))
  const asked = await dialog()
  asked.getByText(/Renewals stay off until the customer/)
  await click(asked.getByRole('button', { name: 'Unban' }))
  await screen.findByText('User unbanned')
  expect(server.callsOf(staffUsers.change)).toMatchObject([{ body: { banned: false } }])
})
