import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { paymentProvider } from '#contract/wire/payment-provider.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, pathId, timestamp } from '#contract/wire/wire.ts'

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
    failing: z.boolean().meta({ description: 'The last call failed' }),
    succeeded_at: timestamp.nullable().meta({ description: 'Accurate to the minute' }),
    failed_at: timestamp.nullable(),
    error: z.string().nullable().meta({ description: 'Time of the last failure' }),
  })
  .meta({ id: 'Service' })
export type Service = z.input<typeof service>

const count = z.int().min(0)
const bytes = z.int().min(0).meta({ description: 'In bytes' })

export const healthState = z
  .object({
    services: z.array(service),
    webhooks: z.array(
      z.object({
        provider: paymentProvider,
        delivered_at: timestamp.nullable(),
        type: z.string().nullable().meta({ description: 'Time of the last webhook' }),
        unworked: count.meta({ description: 'Received and not processed yet' }),
        refused: count.meta({ description: 'Total received with a wrong signature' }),
        refused_at: timestamp.nullable(),
      }),
    ),
    vies: z
      .object({
        waiting: count.meta({ description: 'VAT IDs of orders that VIES has not checked yet' }),
        oldest_waiting_at: timestamp.nullable(),
        silent: z
          .array(z.string())
          .meta({ description: 'Codes of the member states whose register has not answered' }),
      })
      .nullable()
      .meta({ description: 'Null if VIES is not used' }),
    mail: z.object({
      queued: count,
      oldest_queued_at: timestamp.nullable(),
      sent_at: timestamp.nullable().meta({ description: 'When the last email was sent' }),
      failed_today: count.meta({ description: 'Failed permanently in the last 24 hours' }),
    }),
    jobs: z.object({
      waiting: count.meta({ description: 'Due and not started' }),
      oldest_waiting_at: timestamp.nullable(),
      running: count,
      scheduled: count.meta({ description: 'Scheduled for later, including retries' }),
      failed: count.meta({ description: 'Failed permanently' }),
    }),
    backup: z.object({
      at: z
        .string()
        .nullable()
        .meta({ description: 'Daily at this time in UTC; null for manual backups only' }),
      made_at: timestamp.nullable().meta({ description: 'Time of the last successful backup' }),
      bytes: bytes.nullable(),
      place: z.string().nullable(),
      encrypted: z.boolean().nullable(),
      failed_at: timestamp.nullable().meta({ description: 'First failure since the last success' }),
      error: z.string().nullable(),
      overdue: z.boolean().meta({ description: 'The last backup is older than two days' }),
    }),
    disks: z
      .array(
        z.object({
          machine: z.string(),
          free: bytes,
          total: bytes,
          low: z.boolean().meta({
            description: 'Less than 5% is free, with a limit of at least 1 GB and at most 10 GB',
          }),
        }),
      )
      .meta({ description: 'Disk of the data folder, for each machine that runs the shop' }),
    database: z.object({
      bytes,
      version: z.string(),
      unencrypted_hosts: z.array(z.string()).meta({
        description: 'Other hosts in the connection URLs that do not use `sslmode`',
      }),
    }),
    migrations: z
      .array(
        z.object({
          name: z.string(),
          does: z
            .string()
            .nullable()
            .meta({ description: 'Description; null if this version does not know the task' }),
          rows: count.meta({ description: 'Rows done so far' }),
          began_at: timestamp,
          error: z.string().nullable().meta({ description: 'Why it is not making progress' }),
        }),
      )
      .meta({ description: 'Unfinished background migrations of an upgrade' }),
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
      .meta({ description: 'Description; null if this version does not know the job' }),
    to: z.string().nullable().meta({
      description: 'Masked recipient, if the job is an email',
      example: 'an…@example.com',
    }),
    error: z.string(),
    attempts: count,
    given_up: z.boolean(),
    next_at: timestamp.nullable().meta({ description: 'Null if it is not retried' }),
    created_at: timestamp,
  })
  .meta({ id: 'FailedJob' })
export type FailedJob = z.input<typeof failedJob>

/** The DNS records of a domain that let mailbox providers authenticate its mail. */
export const mailCheck = z
  .object({
    kind: z.enum(['spf', 'dkim', 'dmarc']),
    state: z.enum(['good', 'missing', 'wrong', 'unknown']),
    says: z.string().meta({ description: 'Description with what to do' }),
    records: z.array(z.string()).meta({ description: 'The full value that was found' }),
    add: z
      .object({ name: z.string(), value: z.string() })
      .nullable()
      .meta({ description: 'TXT record to add, or to use instead of the existing one' }),
  })
  .meta({ id: 'MailCheck' })
export type MailCheck = z.input<typeof mailCheck>

export const serviceRefusals = refusals({ not_configured: [409, 'This service is not set up'] })

const jobRefusals = refusals({
  unknown_job: [404, 'This job has finished or is running now'],
})

export const health = {
  get: endpoint({
    method: 'GET',
    path: '/admin/health',
    who: 'staff',
    can: 'manage_health',
    summary: 'Read the shop’s health',
    result: healthState,
  }),
  test: endpoint({
    method: 'POST',
    path: '/admin/health/services/{name}/test',
    who: 'staff',
    can: 'manage_health',
    summary: 'Test the connection to a service',
    description:
      'Makes a real call with the shop’s own key, for ten seconds at most. If the service does not respond, the request still succeeds: see `failing`.',
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
    summary: 'Check the DNS records of the mail domain',
    description: 'The result is cached for a minute.',
    limit: { max: 60, seconds: 60, by: 'user' },
    result: z.object({
      domain: z
        .string()
        .nullable()
        .meta({ description: 'Null if no mail server is set up, or email stays on this machine' }),
      checks: z.array(mailCheck),
    }),
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/admin/health/jobs',
    who: 'staff',
    can: 'manage_health',
    summary: 'List failed jobs',
    description: 'Jobs that failed permanently come first, then those that will be retried.',
    query: z.object(paged(10)),
    result: z.object({ jobs: z.array(failedJob), total: z.int() }),
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/admin/health/jobs/{id}/retry',
    who: 'staff',
    can: 'manage_health',
    summary: 'Retry a failed job now',
    description: 'Resets its attempts. If the job is already queued or running, nothing changes.',
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
    summary: 'Discard a failed job',
    description: 'Its work is not done.',
    params: z.object({ id: pathId }),
    result: done,
    refusals: jobRefusals,
  }),
}
