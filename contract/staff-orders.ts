import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { order } from './orders.ts'
import { userRefusals } from './users.ts'
import { pathId } from './wire.ts'

export const staffOrders = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/orders',
    who: 'staff',
    can: 'view_users',
    summary: 'The orders of a user',
    description:
      'Newest first. A look at the card form that led to no payment is not listed. Those of a user who was deleted stay.',
    params: z.object({ uid: pathId }),
    query: z.object(paged(25)),
    result: z.object({ orders: z.array(order), total: z.int() }),
    refusals: userRefusals,
  }),
}
