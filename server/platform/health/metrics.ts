import { Gauge, type Registry } from 'prom-client'
import { clock } from '#server/kernel/time/clock.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { readHealth } from './state.ts'

type Health = Awaited<ReturnType<typeof readHealth>>
type Value = { labels?: Record<string, string>; value: number }

/** How long a result is reused, in milliseconds. All gauges of one scrape share it. */
const lookEvery = 1000

/** The facts of `/admin/health` for Prometheus, left out while the database is unavailable. */
export function measureHealth(registry: Registry, shop: PlatformShop) {
  let looked = Number.NEGATIVE_INFINITY
  let look: Promise<Health | null> = Promise.resolve(null)

  function latest() {
    if (performance.now() - looked > lookEvery) {
      looked = performance.now()
      look = readHealth(shop).catch(() => null)
    }
    return look
  }

  function gauge(name: string, help: string, read: (health: Health) => Value[]) {
    const own = new Gauge({
      name: `loadout_${name}`,
      help,
      labelNames: ['service', 'state', 'machine', 'shop', 'node', 'postgresql'],
      registers: [registry],
      async collect() {
        const health = await latest()
        own.reset()
        for (const { labels = {}, value } of health ? read(health) : []) own.set(labels, value)
      },
    })
  }

  gauge('service_up', 'Whether the last call of a configured service succeeded.', (health) =>
    health.services
      .filter(({ configured }) => configured)
      .map(({ name, failing }) => ({ labels: { service: name }, value: failing ? 0 : 1 })),
  )
  gauge(
    'service_succeeded_seconds',
    'Time of the last successful call of a service, in seconds since 1970.',
    ({ services }) =>
      services.flatMap(({ name, succeeded_at: at }) =>
        at ? [{ labels: { service: name }, value: seconds(at) }] : [],
      ),
  )
  gauge(
    'service_failed_seconds',
    'Time of the last failed call of a service, in seconds since 1970.',
    ({ services }) =>
      services.flatMap(({ name, failed_at: at }) =>
        at ? [{ labels: { service: name }, value: seconds(at) }] : [],
      ),
  )
  gauge('jobs', 'Jobs in the queue, by state.', ({ jobs }) =>
    (['waiting', 'running', 'scheduled', 'failed'] as const).map((state) => ({
      labels: { state },
      value: jobs[state],
    })),
  )
  gauge(
    'jobs_waiting_since_seconds',
    'Time when the oldest pending job was due, in seconds since 1970.',
    ({ jobs }) => since(jobs.oldest_waiting_at),
  )
  gauge(
    'webhooks_delivered_seconds',
    'Time of the last webhook, in seconds since 1970.',
    ({ webhooks }) =>
      webhooks.flatMap(({ provider, delivered_at: at }) =>
        at ? [{ labels: { service: provider }, value: seconds(at) }] : [],
      ),
  )
  gauge('webhooks_unworked', 'Webhooks received and not processed yet.', (health) =>
    health.webhooks.map((one) => ({ labels: { service: one.provider }, value: one.unworked })),
  )
  gauge('webhooks_refused', 'Total webhooks with a wrong signature.', (health) =>
    health.webhooks.map((one) => ({ labels: { service: one.provider }, value: one.refused })),
  )
  gauge(
    'webhooks_refused_seconds',
    'Time of the last refused webhook, in seconds since 1970.',
    (health) =>
      health.webhooks.flatMap(({ provider, refused_at: at }) =>
        at ? [{ labels: { service: provider }, value: seconds(at) }] : [],
      ),
  )
  gauge('mails_queued', 'Emails waiting to be sent.', ({ mail }) => [{ value: mail.queued }])
  gauge(
    'mails_queued_since_seconds',
    'Time of the oldest email waiting to be sent, in seconds since 1970.',
    ({ mail }) => since(mail.oldest_queued_at),
  )
  gauge('mails_failed', 'Emails that failed permanently in the last 24 hours.', ({ mail }) => [
    { value: mail.failed_today },
  ])
  gauge(
    'backup_age_seconds',
    'Time of the last successful backup, in seconds since 1970.',
    ({ backup }) =>
      backup.made_at ? [{ value: (clock.now() - backup.made_at.getTime()) / 1000 }] : [],
  )
  gauge('backup_overdue', 'Whether a backup is overdue.', ({ backup }) => [
    { value: backup.overdue ? 1 : 0 },
  ])
  gauge('backup_bytes', 'Size of the last successful backup.', ({ backup }) =>
    backup.bytes === null ? [] : [{ value: backup.bytes }],
  )
  gauge('vat_ids_waiting', 'VAT IDs waiting for VIES.', ({ vies }) =>
    vies ? [{ value: vies.waiting }] : [],
  )
  gauge('migrations_unfinished', 'Unfinished background migrations.', ({ migrations }) => [
    { value: migrations.length },
  ])
  gauge('disk_free_bytes', 'Free disk space of a machine’s data folder.', ({ disks }) =>
    disks.map(({ machine, free }) => ({ labels: { machine }, value: free })),
  )
  gauge('disk_total_bytes', 'Size of that disk.', ({ disks }) =>
    disks.map(({ machine, total }) => ({ labels: { machine }, value: total })),
  )
  gauge('database_bytes', 'Size of the database.', ({ database }) => [{ value: database.bytes }])
  gauge('build_info', 'Version information, as labels.', ({ version, database }) => [
    { labels: { ...version, postgresql: database.version }, value: 1 },
  ])
}

const seconds = (at: Date) => at.getTime() / 1000
const since = (at: Date | null): Value[] => (at ? [{ value: seconds(at) }] : [])
