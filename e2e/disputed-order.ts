import { expect } from '@playwright/test'
import { payments } from '#contract/selling/payments.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { findProduct } from './cart.ts'
import { sessionCookies } from './customer.ts'
import { control } from './sandbox.ts'
import type { Scene } from './scene.ts'

/** Creates an order that a new customer paid by card, and performs the bank's actions on it. */
export async function disputedOrder(
  { shop, db }: Scene,
  ...actions: [action: string, more?: object][]
) {
  const { user, token } = await signInAs(db)
  const cookies = sessionCookies(shop.url, token)
  const product = await findProduct(db, 'cs2')
  const response = await fetch(`${shop.url}/api${payments.createCheckoutSession.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify([{ id: product.id, term_length: 1 }]),
  })
  const { order_id: order, session_id: session } = await response.json()
  const statusOf = async () =>
    (
      await db
        .selectFrom('orders')
        .select('payment_status')
        .where('id', '=', order)
        .executeTakeFirst()
    )?.payment_status
  await control(shop, `stripe/sessions/${session}/confirm?wait=true`)
  await expect.poll(statusOf, { intervals: [100] }).toBe('finished')
  for (const [action, more] of actions)
    await control(shop, `stripe/orders/${order}/${action}?wait=true`, more)
  const gathered = async () =>
    db
      .selectFrom('disputes')
      .select('id')
      .where('order_id', '=', order)
      .where('collected_at', 'is not', null)
      .executeTakeFirst()
  await expect.poll(gathered, { intervals: [100], timeout: 60_000 }).toBeDefined()
  const { id } = (await gathered())!
  return { id, order: order as string, user, cookies }
}
