import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { forgetOld } from '#server/shop/retention/testing/forget.ts'

const shop = await fileFixture(openTestShop())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('payloads of processed events are deleted after days, and all events after a month', async () => {
  const payload = JSON.stringify({ customer_details: { name: 'Mara Volt' } })
  const events = [
    { event_id: 'fresh', received_at: daysAgo(2), worked_at: daysAgo(2) },
    { event_id: 'worked', received_at: daysAgo(10), worked_at: daysAgo(4) },
    { event_id: 'waiting', received_at: daysAgo(10), worked_at: null },
    // The daily reconciliation can still find this event at the provider.
    { event_id: 'listed', received_at: daysAgo(29), worked_at: daysAgo(29) },
    { event_id: 'old', received_at: daysAgo(31), worked_at: daysAgo(31) },
    { event_id: 'never worked', received_at: daysAgo(31), worked_at: null },
  ]
  await shop.db
    .insertInto('payment_events')
    .values(events.map((event) => ({ ...event, provider: 'stripe', type: 'x', payload }) as const))
    .execute()
  await forgetOld(shop)
  await forgetOld(shop)
  const left = await shop.db
    .selectFrom('payment_events')
    .select(['event_id', 'payload'])
    .orderBy('id')
    .execute()
  expect(left.map((event) => [event.event_id, JSON.stringify(event.payload)])).toEqual([
    ['fresh', payload],
    ['worked', '{}'],
    ['waiting', payload],
    ['listed', '{}'],
  ])
})
