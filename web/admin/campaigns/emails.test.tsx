import { expect, test } from 'vitest'
import type { Me } from '#contract/platform/sessions.ts'
import { markupOf } from '../../testing/markup.tsx'
import Emails from './emails.tsx'

test('the form for a new email stays usable if the list of campaigns cannot be loaded', () => {
  const loaderData = {
    ...{ user: { uid: 1, username: 'ada', admin: true } as Me, error: null },
    data: {
      ...{ groups: [{ group: 'all', name: 'All Users', recipients: 3 }], page: 0, limit: 10 },
      list: { data: null, error: 'Failed to load campaigns', reason: 'The server is down' },
    },
  }
  const brand = { version: 1 } as never
  const props = { loaderData } as unknown as Parameters<typeof Emails>[0]
  const text = markupOf(<Emails {...props} />, { brand })
  expect(text).toMatch(/Subject<.*Failed to load campaigns<.*The server is down<.*Try again</s)
})
