import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { staffOrder } from './staff-orders.ts'

export const staffPayments = {
  ask: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/ask',
    who: 'staff',
    can: 'view_orders',
    summary: 'Query the provider about an order again',
    description: 'Runs immediately and updates the order from the response.',
    limit: { max: 30, seconds: 60, by: 'user' },
    params: z.object({ id: z.uuid() }),
    result: staffOrder,
    refusals: {
      ...orderRefusals,
      ...providerRefusals,
      ...refusals({
        nothing_to_ask: [409, 'No payment was started, so there is nothing to query'],
        payment_unknown: [
          409,
          'The provider does not know this payment. Check whether its account or keys have changed since.',
        ],
      }),
    },
  }),
}
