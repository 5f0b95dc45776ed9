import * as z from 'zod'
import { paymentStatus } from '#contract/selling/orders.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { id, money } from '#contract/wire/wire.ts'

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
const binned = 'One value for each entry of `from`'

export const charts = z
  .object({
    bin: z.enum(['day', 'week', 'month']).meta({
      description: 'Interval of each data point: UTC days, weeks from Monday, or months',
    }),
    from: z.array(z.iso.date()).meta({
      description:
        'First day of each interval, oldest first. The first interval may be cut off at the start, and the last one ends today',
    }),
    revenue: z
      .object({ card: z.array(money), crypto: z.array(money) })
      .meta({ description: `${binned}: payments minus refunds in the interval` }),
    orders: z
      .array(z.object({ payment_status: paymentStatus, orders: count }))
      .meta({ description: 'Orders paid in this period, or placed in it and not paid yet' }),
    users: z.array(count).meta({ description: `${binned}: sign-ups` }),
    before: z
      .object({
        revenue: money,
        orders: count.meta({ description: 'Paid orders' }),
        users: count.meta({ description: 'Sign-ups' }),
        subscriptions: count.meta({ description: 'Active at the end of that period' }),
      })
      .meta({ description: 'Totals of the previous period of the same length' }),
    subscriptions: z
      .array(z.object({ product_id: id, product_name: z.string(), active: z.array(count) }))
      .meta({
        description: `${binned}: subscriptions active at its end, or now for the last one. Most subscribed first`,
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
      description: 'Placed and not paid yet; card payments that were only started do not count',
    }),
    gross_total_revenue: money.meta({
      description: 'Total of all paid orders minus refunds',
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
    summary: 'Read the dashboard figures',
    result: figures,
  }),
  charts: endpoint({
    method: 'GET',
    path: '/admin/charts',
    who: 'staff',
    can: 'view_figures',
    summary: 'Read the dashboard charts',
    query: z.object({
      days: z
        .enum(['7', '30', '90', '365'])
        .default('30')
        .transform((days) => Number(days) as ChartPeriod),
    }),
    result: charts,
  }),
}
