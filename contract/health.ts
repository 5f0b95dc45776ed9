import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { paymentProvider } from './payment-webhooks.ts'
import { refusals } from './refusals.ts'
import { done, pathId, timestamp } from './wire.ts'

export const serviceName = z.enum([
  ...paymentProvider.options,
  'mail',
  'discord',
  'announcements',
  'captcha',
])
export type ServiceName = z.output<typeof serviceName>

/** The monitored services: those with keys, the VAT ID register, and the file store. */
export const watchedName = z.enum([...serviceName.options, 'vies', 'files'])
export type WatchedName = z.output<typeof watchedName>

export const service = z
  .object({
    name: watchedName,
    configured: z.boolean(),
    failing: z.boolean().meta({ description: 'The last call came to nothing' }),
    succeeded_at: timestamp.nullable().meta({ description: 'To the minute' }),
    failed_at: timestamp.nullable(),
    error: z.string().nullable().meta({ description: 'Of the last failure' }),
  })
  .meta({ id: 'Service' })
export type Service = z.input<typeof service>

const count = z.int().min(0)
const bytes = z.int().min(0).meta({ description: 'Bytes' })

export const healthState = z
  .object({
    services: z.array(service),
    webhooks: z.array(
      z.object({
        provider: paymentProvider,
        delivered_at: timestamp.nullable(),
        type: z.string().nullable().meta({ description: 'Of the last delivery' }),
        unworked: count.meta({ description: 'Delivered, and not worked yet' }),
        refused: count.meta({ description: 'With a wrong signature, ever' }),
        refused_at: timestamp.nullable(),
      }),
    ),
    vies: z
      .object({
        waiting: count.meta({ description: 'VAT IDs of orders that it has not answered yet' }),
        oldest_waiting_at: timestamp.nullable(),
        silent: z
          .array(z.string())
          .meta({ description: 'Letters of the states whose register has not answered' }),
      })
      .nullable()
      .meta({ description: 'Null where nothing is asked of VIES' }),
    mail: z.object({
      queued: count,
      oldest_queued_at: timestamp.nullable(),
      sent_at: timestamp.nullable().meta({ description: 'Of the last mail that went out' }),
      failed_today: count.meta({ description: 'Given up in the last 24 hours' }),
    }),
    jobs: z.object({
      waiting: count.meta({ description: 'Due, and not begun' }),
      oldest_waiting_at: timestamp.nullable(),
      running: count,
      scheduled: count.meta({ description: 'For later, those that are tried again included' }),
      failed: count.meta({ description: 'Given up' }),
    }),
    backup: z.object({
      at: z.string().nullable().meta({ description: 'Every day, UTC; null: by hand only' }),
      made_at: timestamp.nullable().meta({ description: 'Of the last that succeeded' }),
      bytes: bytes.nullable(),
      place: z.string().nullable(),
      encrypted: z.boolean().nullable(),
      failed_at: timestamp.nullable().meta({ description: 'When none succeeded since' }),
      error: z.string().nullable(),
      overdue: z.boolean().meta({ description: 'The last is older than two days' }),
    }),
    disks: z
      .array(
        z.object({
          machine: z.string(),
          free: bytes,
          total: bytes,
          low: z.boolean().meta({
            description: 'Less than a twentieth is free, at least 1 GB and at most 10 GB',
          }),
        }),
      )
      .meta({ description: 'Where the files are, of each machine that runs the shop' }),
    database: z.object({
      bytes,
      version: z.string(),
      unencrypted_hosts: z.array(z.string()).meta({
        description: 'Other machines that the connection URLs name without `sslmode`',
      }),
    }),
    migrations: z
      .array(
        z.object({
          name: z.string(),
          does: z
            .string()
            .nullable()
            .meta({ description: 'In words; null for one that this version does not know' }),
          rows: count.meta({ description: 'Done so far' }),
          began_at: timestamp,
          error: z.string().nullable().meta({ description: 'Why it does not go on' }),
        }),
      )
      .meta({ description: 'What an upgrade wants done to many rows, and is not finished' }),
    version: z.object({ shop: z.string(), node: z.string() }),
  })
  .meta({ id: 'Health' })
export type HealthState = z.input<typeof healthState>

export const failedJob = z
  .object({
    id: z.string().meta({ example: '4711' }),
    name: z.string().meta({ example: 'mail.send' }),
    does: z
      .string()
      .nullable()
      .meta({ description: 'In words; null for one that this version does not know' }),
    to: z
      .string()
      .nullable()
      .meta({ description: 'Of a mail, to whom, not in full', example: 'an…@example.com' }),
    error: z.string(),
    attempts: count,
    given_up: z.boolean(),
    next_at: timestamp.nullable().meta({ description: 'Null when it is not tried again' }),
    created_at: timestamp,
  })
  .meta({ id: 'FailedJob' })
export type FailedJob = z.input<typeof failedJob>

/** The DNS records of a domain that let mailbox providers authenticate its mail. */
export const mailCheck = z
  .object({
    kind: z.enum(['spf', 'dkim', 'dmarc']),
    state: z.enum(['good', 'missing', 'wrong', 'unknown']),
    says: z.string().meta({ description: 'In words, with what to do' }),
    records: z.array(z.string()).meta({ description: 'What was found, whole' }),
    add: z
      .object({ name: z.string(), value: z.string() })
      .nullable()
      .meta({ description: 'A TXT record to add, or to put in place of the one that is there' }),
  })
  .meta({ id: 'MailCheck' })
export type MailCheck = z.input<typeof mailCheck>

export const serviceRefusals = refusals({ not_configured: [409, 'This service is not set up'] })

const jobRefusals = refusals({
  unknown_job: [404, 'This job is gone, or it runs just now'],
})

export const health = {
  get: endpoint({
    method: 'GET',
    path: '/admin/health',
    who: 'staff',
    can: 'manage_health',
    summary: 'How the shop is, and what it needs',
    result: healthState,
  }),
  test: endpoint({
    method: 'POST',
    path: '/admin/health/services/{name}/test',
    who: 'staff',
    can: 'manage_health',
    summary: 'Ask a service now whether it answers',
    description:
      'A real call with the shop’s own key, of ten seconds at most. A service that does not answer is an answer: see `failing`.',
    limit: { max: 30, seconds: 60, by: 'user' },
    params: z.object({ name: watchedName }),
    result: service,
    refusals: serviceRefusals,
  }),
  mailDomain: endpoint({
    method: 'GET',
    path: '/admin/health/mail-domain',
    who: 'staff',
    can: 'manage_health',
    summary: 'What the DNS says of the domain that mail is sent from',
    description: 'Looked up for it, and kept for a minute.',
    limit: { max: 60, seconds: 60, by: 'user' },
    result: z.object({
      domain: z
        .string()
        .nullable()
        .meta({ description: 'Null where no mail is set up, or it stays on this machine' }),
      checks: z.array(mailCheck),
    }),
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/admin/health/jobs',
    who: 'staff',
    can: 'manage_health',
    summary: 'List the jobs whose last try failed',
    description: 'Those that were given up first, then those that are tried again.',
    query: z.object(paged(10)),
    result: z.object({ jobs: z.array(failedJob), total: z.int() }),
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/admin/health/jobs/{id}/retry',
    who: 'staff',
    can: 'manage_health',
    summary: 'Try a failed job now',
    description: 'With all its tries before it again. One that waits or runs already is fine.',
    params: z.object({ id: pathId }),
    result: done,
    status: 202,
    refusals: jobRefusals,
  }),
  dropJob: endpoint({
    method: 'DELETE',
    path: '/admin/health/jobs/{id}',
    who: 'staff',
    can: 'manage_health',
    summary: 'Drop a failed job',
    description: 'What it was for is not done.',
    params: z.object({ id: pathId }),
    result: done,
    refusals: jobRefusals,
  }),
}
