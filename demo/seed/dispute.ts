import type { Tx } from '#server/kernel/database/database.ts'
import { daysAgo } from './days.ts'

type Disputed = { orderId: string; customer: number; admin: number }

/**
 * Creates a dispute that was answered and won long ago. The customer kept the time during the
 * dispute.
 */
export async function seedDispute(tx: Tx, { orderId, customer, admin }: Disputed, now: Date) {
  const { total_cents, username, email } = await tx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['total_cents', 'username', 'email'])
    .where('orders.id', '=', orderId)
    .where('user_id', '=', customer)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('disputes')
    .values({
      order_id: orderId,
      provider_id: `du_demo${orderId.replaceAll('-', '')}`,
      state: 'won',
      reason: 'product_not_received',
      amount_cents: total_cents,
      opening: 'left',
      opened_at: daysAgo(now, 190),
      collected_at: daysAgo(now, 190),
      due_at: daysAgo(now, 176),
      answer: 'submitted',
      answered_by: admin,
      asked_at: daysAgo(now, 186),
      answered_at: daysAgo(now, 186),
      closed_at: daysAgo(now, 141),
      evidence: JSON.stringify({
        product_description:
          'Downloadable software, sold as a subscription. It is delivered immediately: the subscription starts and the download becomes available with the payment.',
        customer_name: username,
        customer_email_address: email,
        uncategorized_text: 'The customer signed in and downloaded it on the day of the payment.',
      }),
    })
    .execute()
}
