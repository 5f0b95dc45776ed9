import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { refusals } from './refusals.ts'
import { staffOrder } from './staff-orders.ts'

export const staffPayments = {
  ask: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/ask',
    who: 'staff',
    can: 'view_orders',
    summary: 'Ask the provider about an order again',
    description: 'At once; the order is settled by what it says.',
    limit: { max: 30, seconds: 60, by: 'user' },
    params: z.object({ id: z.uuid() }),
    result: staffOrder,
    refusals: {
      ...orderRefusals,
      ...providerRefusals,
      ...refusals({
        nothing_to_ask: [409, 'No payment was begun: there is nothing to ask about'],
        payment_unknown: [
          409,
          'The provider answers that it has no such payment. Have its account or keys been changed since?',
        ],
      }),
    },
  }),
}
