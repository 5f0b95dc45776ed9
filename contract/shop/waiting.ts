import * as z from 'zod'
import { toLookAt } from '#contract/selling/staff-orders.ts'
import { endpoint, type Result } from '#contract/wire/endpoint.ts'
import { timestamp } from '#contract/wire/wire.ts'

const count = z.int().min(0)

export const waiting = {
  count: endpoint({
    method: 'GET',
    path: '/admin/waiting',
    who: 'staff',
    can: 'use_back_office',
    summary: 'Count the items that are pending for staff',
    result: z.object({
      tickets: count.meta({ description: 'Open tickets' }),
      disputes: count.meta({ description: 'Disputes that need a response' }),
      dispute_due_at: timestamp
        .nullable()
        .meta({ description: 'Earliest due date of the disputes that need a response' }),
      orders: count.meta({ description: 'Orders that need review' }),
      orders_by_look: z
        .record(z.enum(toLookAt), count)
        .meta({ description: '`orders` by the `look` filter of `GET /admin/orders/`' }),
      problems: count.nullable().meta({
        description:
          'Failing services, webhooks, jobs, disks and backups; null for staff without access to Health',
      }),
    }),
  }),
}
export type Waiting = Result<typeof waiting.count>
