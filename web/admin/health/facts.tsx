import type { ReactNode } from 'react'
import type { HealthState } from '#contract/platform/health.ts'
import { paymentProviderNames } from '#contract/wire/payment-provider.ts'
import { formatCount, formatCounted, formatSize } from '../../format.ts'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

/** The health of the shop's own parts, one card each, without the external services. */
export function Facts({ state }: { state: HealthState }) {
  const { webhooks, vies, mail, jobs, backup, disks, database, migrations, version } = state
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {webhooks.map(({ provider, ...hook }) => (
        <Group key={provider} title={`Webhooks of ${paymentProviderNames[provider]}`}>
          <Fact label="Last delivery">
            {hook.delivered_at ? <Moment look="table" at={hook.delivered_at} /> : 'None yet'}
            {hook.type && <p className="text-faint text-sm">{hook.type}</p>}
          </Fact>
          <Fact label="Not processed yet">{formatCount(hook.unworked)}</Fact>
          <Fact label="Rejected signatures">
            <p>{formatCount(hook.refused)}</p>
            {hook.refused_at && <Moment look="table" at={hook.refused_at} />}
          </Fact>
        </Group>
      ))}
      {vies && (
        <Group title="VAT IDs at VIES">
          <Fact label="Waiting for a response">
            <p>{formatCount(vies.waiting)}</p>
            {vies.oldest_waiting_at && <Moment look="table" at={vies.oldest_waiting_at} />}
          </Fact>
          <Fact label="Unresponsive countries">{vies.silent.join(', ') || 'None'}</Fact>
        </Group>
      )}
      <Group title="Email">
        <Fact label="Waiting">
          <p>{formatCount(mail.queued)}</p>
          {mail.oldest_queued_at && <Moment look="table" at={mail.oldest_queued_at} />}
        </Fact>
        <Fact label="Last sent">
          {mail.sent_at ? <Moment look="table" at={mail.sent_at} /> : 'None yet'}
        </Fact>
        <Fact label="Failed since yesterday">{formatCount(mail.failed_today)}</Fact>
      </Group>
      <Group title="Jobs">
        <Fact label="Waiting">
          <p>{formatCount(jobs.waiting)}</p>
          {jobs.oldest_waiting_at && <Moment look="table" at={jobs.oldest_waiting_at} />}
        </Fact>
        <Fact label="Running">{formatCount(jobs.running)}</Fact>
        <Fact label="Scheduled">{formatCount(jobs.scheduled)}</Fact>
        <Fact label="Failed permanently">{formatCount(jobs.failed)}</Fact>
      </Group>
      <Group title="Backup">
        <Fact label="Latest backup">
          {backup.made_at ? <Moment look="table" at={backup.made_at} /> : 'None yet'}
          {backup.overdue && <p className="text-danger text-sm">Overdue</p>}
        </Fact>
        {backup.bytes !== null && (
          <Fact label="Size">
            {formatSize(backup.bytes)}
            {backup.encrypted ? ', encrypted' : ', not encrypted'}
          </Fact>
        )}
        {backup.place && <Fact label="Place">{backup.place}</Fact>}
        <Fact label="Daily at">{backup.at ? `${backup.at} UTC` : 'Not set'}</Fact>
        {backup.failed_at && (
          <Fact label="Failed" error={backup.error}>
            <Moment look="table" at={backup.failed_at} />
          </Fact>
        )}
      </Group>
      <Group title="Disk space">
        {disks.map(({ machine, free, total, low }) => (
          <Fact key={machine} label={`Free on ${machine}`}>
            {formatSize(free)} of {formatSize(total)}
            {low && <p className="text-danger text-sm">Nearly full</p>}
          </Fact>
        ))}
        <Fact label="Database">{formatSize(database.bytes)}</Fact>
      </Group>
      {migrations.length > 0 && (
        <Group title="Upgrade in progress">
          {migrations.map(({ name, does, rows, began_at, error }) => (
            <Fact
              key={name}
              label={does ?? name}
              error={error && `Failed, retrying every minute: ${error}`}
            >
              <p>{formatCounted(rows, 'row')} done</p>
              <p className="text-faint text-sm">
                since <Moment at={began_at} />
              </p>
            </Fact>
          ))}
        </Group>
      )}
      <Group title="Versions">
        <Fact label="Loadout">{version.shop}</Fact>
        <Fact label="Node">{version.node.replace(/^v/, '')}</Fact>
        <Fact label="PostgreSQL">{database.version}</Fact>
        {database.unencrypted_hosts.length > 0 && (
          <Fact
            label="Database connection"
            error="Passwords and data cross the network unencrypted. Add sslmode=verify-full to the URL of the database, or sslmode=disable if the network is private."
          >
            Not encrypted: {database.unencrypted_hosts.join(', ')}
          </Fact>
        )}
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="title mb-4 text-lg">{title}</h2>
      <dl className="grid gap-3">{children}</dl>
    </Card>
  )
}

type FactProps = { label: string; children: ReactNode; error?: string | null }

/** The error can be long, so it takes the full width of the card below. */
function Fact({ label, children, error }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 [overflow-wrap:anywhere]">
      <dt className="min-w-0 text-soft">{label}</dt>
      <dd className="ml-auto min-w-0 text-right tabular-nums">{children}</dd>
      {error && <dd className="basis-full text-danger text-sm">{error}</dd>}
    </div>
  )
}
