import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paymentStatus } from './orders.ts'
import { id, money } from './wire.ts'

/** The periods of the charts in days, including today. */
export const chartPeriods = [7, 30, 90, 365] as const
export type ChartPeriod = (typeof chartPeriods)[number]

/**
 * The interval that a point of a chart covers. It keeps the number of points low enough to tell
 * them apart.
 */
export const chartBins = { 7: 'day', 30: 'day', 90: 'week', 365: 'month' } as const
export type ChartBin = (typeof chartBins)[ChartPeriod]

const count = z.int()
const binned = 'One for each of `from`'

export const charts = z
  .object({
    bin: z.enum(['day', 'week', 'month']).meta({
      description: 'What each point sums up: days in UTC, weeks from Monday on, or months',
    }),
    from: z.array(z.iso.date()).meta({
      description:
        'The first day of each, oldest first; the first may begin later than its week or month, the last ends today',
    }),
    revenue: z
      .object({ card: z.array(money), crypto: z.array(money) })
      .meta({ description: `${binned}: what was paid then, less what was given back then` }),
    orders: z
      .array(z.object({ payment_status: paymentStatus, orders: count }))
      .meta({ description: 'Paid in these days, or placed in them while they are not paid' }),
    users: z.array(count).meta({ description: `${binned}: who signed up` }),
    subscriptions: z
      .array(z.object({ product_id: id, product_name: z.string(), active: z.array(count) }))
      .meta({
        description: `${binned}: running at its end, of the last at this moment. Most first`,
      }),
  })
  .meta({ id: 'Charts' })
export type Charts = z.input<typeof charts>

export const figures = z
  .object({
    total_users: count,
    active_subscriptions: count,
    total_games: count,
    completed_orders: count,
    unpaid_orders: count.meta({
      description: 'Placed and not paid yet; a card payment that was only begun does not count',
    }),
    gross_total_revenue: money.meta({
      description: 'Of all orders that are paid, less what was given back',
    }),
  })
  .meta({ id: 'Figures' })
export type Figures = z.input<typeof figures>

export const overview = {
  figures: endpoint({
    method: 'GET',
    path: '/admin/',
    who: 'staff',
    can: 'view_figures',
    summary: 'The figures of the dashboard',
    result: figures,
  }),
  charts: endpoint({
    method: 'GET',
    path: '/admin/charts',
    who: 'staff',
    can: 'view_figures',
    summary: 'What the charts of the dashboard draw',
    query: z.object({
      days: z
        .enum(['7', '30', '90', '365'])
        .default('30')
        .transform((days) => Number(days) as ChartPeriod),
    }),
    result: charts,
  }),
}
