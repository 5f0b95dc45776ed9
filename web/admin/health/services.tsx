import { health, type Service, type WatchedName } from '#contract/platform/health.ts'
import { paymentProviderNames } from '#contract/wire/payment-provider.ts'
import { useAction } from '../../api/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'

const names: Record<WatchedName, string> = {
  ...paymentProviderNames,
  mail: 'Mail server',
  discord: 'Discord',
  announcements: 'Discord channel',
  captcha: 'Captcha',
  vies: 'VIES',
  files: 'Files',
}
const uses: Record<WatchedName, string> = {
  stripe: 'Cards',
  nowpayments: 'Crypto payments',
  btcpay: 'Crypto payments to your own wallet',
  mail: 'All emails of the shop',
  discord: 'Linked accounts and roles',
  announcements: 'Release announcements',
  captcha: 'Sign-in and sign-up',
  vies: 'VAT IDs of companies',
  files: 'Pictures, releases and loaders',
}

export function Services({ services }: { services: Service[] }) {
  return (
    <section aria-labelledby="services">
      <h2 id="services" className="title mb-4 text-xl">
        Services
      </h2>
      <Table
        caption="Services"
        columns={columns}
        rows={services}
        rowKey={({ name }) => name}
        empty={null}
      />
    </section>
  )
}

function State({ service: { configured, failing, succeeded_at } }: { service: Service }) {
  if (!configured) return <Badge>Not set up</Badge>
  if (failing) return <Badge tone="danger">Failing</Badge>
  return succeeded_at ? <Badge tone="success">Works</Badge> : <Badge>Not used yet</Badge>
}

const columns: Column<Service>[] = [
  {
    header: 'Service',
    wide: true,
    cell: ({ name, failing, error }) => (
      <div className="min-w-0">
        <p className="font-[600]">{names[name]}</p>
        <p className="text-faint text-sm">{uses[name]}</p>
        {failing && error && (
          <p className="text-danger text-sm [overflow-wrap:anywhere]">{error}</p>
        )}
      </div>
    ),
  },
  { header: 'Status', cell: (service) => <State service={service} /> },
  {
    header: 'Last success',
    cell: ({ succeeded_at }) => (succeeded_at ? <Moment look="table" at={succeeded_at} /> : '–'),
  },
  {
    header: 'Last error',
    cell: ({ failed_at, failing, error }) =>
      failed_at ? (
        <div className="min-w-0">
          <Moment look="table" at={failed_at} />
          {!failing && error && (
            <p className="max-w-60 text-faint text-sm [overflow-wrap:anywhere]">{error}</p>
          )}
        </div>
      ) : (
        '–'
      ),
  },
  {
    header: 'Actions',
    align: 'end',
    cell: (service) =>
      service.configured ? (
        <TestNow service={service} />
      ) : (
        <LinkButton
          size="small"
          to={`/admin/settings/services#${service.name}`}
          aria-label={`Set up: ${names[service.name]}`}
        >
          Set Up
        </LinkButton>
      ),
  },
]

function TestNow({ service: { name } }: { service: Service }) {
  const test = useAction(health.test, {
    done: ({ failing }) =>
      failing ? `${names[name]} is not responding correctly` : `${names[name]} works`,
    failed: 'Failed to test the service',
    failureIn: 'toast',
    reload: 'always',
  })
  return (
    <Button
      size="small"
      loading={test.pending}
      aria-label={`Test now: ${names[name]}`}
      onClick={() => test.run({ params: { name } })}
    >
      Test now
    </Button>
  )
}
