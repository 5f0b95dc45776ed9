// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mails } from '#contract/platform/mail.ts'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import * as Suppressions from '../campaigns/suppressions.tsx'
import * as Mails from '../mail/mails.tsx'

const path = '/admin/emails/suppressions'

async function open(search: string, total: number) {
  const server = fakeApi()
  server.on(mailSuppressions.list, ({ query }) => ({
    suppressions: Array.from(
      { length: total - Number(query.page) * Number(query.limit) },
      (_, i) => ({
        email: `${i}@example.com`,
        reason: 'staff' as const,
        created_at: '2026-03-03T00:00:00Z',
      }),
    ),
    total,
  }))
  const page = await renderPages({ [path]: Suppressions }, { at: path + search })
  await screen.findByRole('heading', { name: 'Suppression List' })
  return { server, page, lastQuery: () => server.callsOf(mailSuppressions.list).at(-1)?.query }
}

test('a list requests the page, page size, search and filters in the URL', async () => {
  const { lastQuery } = await open('?page=2&limit=25&search=ex&reason=staff', 60)
  await screen.findByText('26–50 of 60 addresses')
  expect(lastQuery()).toEqual({ page: '1', limit: '25', search: 'ex', reason: 'staff' })
})

test('a list ignores an invalid filter, page and size, and parameters of others', async () => {
  const { lastQuery } = await open('?page=x&limit=7&reason=nonsense&after=1&uid=7', 0)
  await screen.findByRole('heading', { name: 'No suppressed addresses' })
  expect(lastQuery()).toEqual({ page: '0', limit: '10' })
})

test('a cursor goes only to an endpoint that takes one', async () => {
  const { lastQuery } = await open('?page=2&after=9', 12)
  await screen.findByText('11–12 of 12 addresses')
  expect(lastQuery()).toEqual({ page: '1', limit: '10' })

  const server = fakeApi()
  server.on(mails.list, { mails: [], total: 30, next: null })
  await renderPages({ '/admin/mails': Mails }, { at: '/admin/mails?page=2&after=9' })
  await waitFor(() => expect(server.callsOf(mails.list).at(-1)?.query.after).toBe('9'))
})

test('an empty list says whether a filter hides the rows', async () => {
  const { page } = await open('?reason=staff', 0)
  await screen.findByRole('heading', { name: 'No addresses match' })
  await page.selectOptions(screen.getByLabelText('Reason'), 'Any reason')
  await screen.findByRole('heading', { name: 'No suppressed addresses' })
  expect(page.address()).toBe(path)
})

test('a page beyond the end becomes the last page', async () => {
  const { page } = await open('?page=9', 12)
  await screen.findByText('11–12 of 12 addresses')
  await waitFor(() => expect(page.address()).toBe(`${path}?page=2`))
})

test('a list remembers the selected page size, which a size in the URL overrides', async () => {
  const { page, lastQuery } = await open('', 60)
  await page.selectOptions(screen.getByLabelText('Rows per page'), '25 per page')
  await screen.findByText('1–25 of 60 addresses')
  cleanup()
  await open('', 60)
  await screen.findByText('1–25 of 60 addresses')
  cleanup()
  const shared = await open('?limit=50', 60)
  await screen.findByText('1–50 of 60 addresses')
  expect([lastQuery()?.limit, shared.lastQuery()?.limit]).toEqual(['25', '50'])
})
