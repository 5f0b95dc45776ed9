// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { health, type Service } from '#contract/platform/health.ts'
import { type Waiting, waiting } from '#contract/shop/waiting.ts'
import { Head } from '../../shell/head.tsx'
import { TitleCount } from '../../shell/title-count.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { admin, renderPages } from '../../testing/page.tsx'
import { Services } from '../health/services.tsx'
import { useWaiting } from './use-waiting.ts'
import { countPending } from './waiting.ts'

const count: Waiting = {
  ...{ tickets: 2, disputes: 0, dispute_due_at: null, orders: 0, problems: 1 },
  orders_by_look: { refund: 0, payout: 0, failed: 0, unexpected: 0 },
}
const stripe: Service = {
  ...{ name: 'stripe', configured: true, failing: true },
  ...{ succeeded_at: null, failed_at: '2026-01-01T00:00:00Z', error: 'Down' },
}

function Health() {
  const { answer } = useWaiting()
  return (
    <TitleCount value={answer ? countPending(admin, answer) : 0}>
      <Head title="Health" />
      <Services services={[stripe]} />
    </TitleCount>
  )
}

test('the title has the number of pending items, also right after a test of a service', async () => {
  const server = fakeApi()
  let problems = 1
  server.on(waiting.count, () => ({ ...count, problems }))
  server.on(health.test, () => {
    problems = 0
    return { ...stripe, failing: false }
  })
  const { submit } = await renderPages({
    '/admin/health': { default: Health, clientLoader: () => ({}) },
  })
  await waitFor(() => expect(document.title).toMatch(/^\(3\) Health · /))
  await submit('Test now: Stripe')
  await screen.findByText('Stripe works')
  // Sooner than the interval at which it is refreshed anyway.
  await waitFor(() => expect(document.title).toMatch(/^\(2\) Health · /), {
    timeout: 10_000,
  })
})
