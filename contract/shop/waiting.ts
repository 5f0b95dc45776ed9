import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'

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
      orders: count.meta({ description: 'Orders that need review' }),
      problems: count.nullable().meta({
        description:
          'Failing services, jobs, disks and backups; null for staff without access to Health',
      }),
    }),
  }),
}
