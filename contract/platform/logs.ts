import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { continued, nextPage, pagingRefusals } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, pathId, timeBound, timestamp } from '#contract/wire/wire.ts'

/** In the order of the numeric level. */
export const logLevels = ['info', 'success', 'warning', 'error'] as const

export const log = z
  .object({
    id,
    created_at: timestamp,
    level: z.int().min(0).max(3).meta({ description: '0 info, 1 success, 2 warning, 3 error' }),
    type: z.string().meta({ description: 'Source of the entry', example: 'payment' }),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
    uid: id.nullable().meta({ description: 'The user that the entry is about' }),
    username: z.string().meta({ description: '`system` if the entry is not about a user' }),
  })
  .meta({ id: 'Log' })
export type Log = z.input<typeof log>

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'The search text is too long. Please shorten it')
    .transform((value) => value || undefined)
    .optional()

const filters = {
  uid: pathId.optional().meta({ description: 'The user that the entry is about' }),
  by: pathId.optional().meta({ description: 'The acting staff member' }),
  source: text(60),
  type: text(60).meta({ description: 'Alias of `source`' }),
  level: z
    .enum(['0', '1', '2', '3'])
    .transform((digit) => Number(digit) as 0 | 1 | 2 | 3)
    .optional()
    .meta({ description: '0 info, 1 success, 2 warning, 3 error' }),
  message: text(200).meta({ description: 'Text anywhere in the message, case-insensitive' }),
  details: text(300)
    .refine((value) => value === undefined || /^[^:]+:./s.test(value), {
      message: 'Search details as key:value',
    })
    .meta({
      description: 'A value in the details as `key:value`; use dots for nested keys',
      example: 'after.banned:true',
    }),
  start_time: timeBound.optional(),
  end_time: timeBound.optional().meta({ description: 'Inclusive' }),
}

/** How many of the newest matches can be paged to. Older ones require a narrower filter. */
export const reachableLogs = 10_000

export const logs = {
  list: endpoint({
    method: 'GET',
    path: '/admin/logs/',
    who: 'staff',
    can: 'view_logs',
    summary: 'List log entries',
    description: `Newest first. Only the newest ${reachableLogs} matches can be paged through.`,
    query: z.object({ ...continued(10, 2), ...filters }),
    result: z.object({
      logs: z.array(log),
      next: nextPage,
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: 'There are too many matches to count, so the total is approximate',
      }),
    }),
    refusals: {
      ...pagingRefusals,
      ...refusals({
        log_search_too_slow: [
          408,
          'This search takes too long. Narrow it by time, source or level.',
        ],
      }),
    },
  }),
  sources: endpoint({
    method: 'GET',
    path: '/admin/logs/sources',
    who: 'staff',
    can: 'view_logs',
    summary: 'List the log sources',
    result: z.object({ sources: z.array(z.string()), total: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/admin/logs/export',
    who: 'staff',
    can: 'view_logs',
    summary: 'Export the matching log entries as CSV',
    description:
      'Newest first, streamed, with the columns Timestamp, Level, Source, Message and Details. One export at a time for each user. Values that a spreadsheet would read as a formula start with an apostrophe.',
    query: z.object(filters),
    result: z.string(),
    produces: 'text/csv',
    refusals: refusals({
      exporting_already: [
        409,
        'You are already exporting the log. Wait until that export has finished.',
      ],
    }),
  }),
}
