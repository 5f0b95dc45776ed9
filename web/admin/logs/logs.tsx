import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { staffUsers } from '#contract/people/staff-users.ts'
import { logs, reachableLogs } from '#contract/platform/logs.ts'
import { api } from '../../api/client.ts'
import { lenient } from '../../api/lenient.ts'
import { usePolling } from '../../api/polling.ts'
import { filtersOf } from '../list/address.ts'
import { useLoadingRows } from '../list/loading.ts'
import { NoRows } from '../list/no-rows.tsx'
import { Pager } from '../list/pager.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/logs'
import { readLogAddress } from './address.ts'
import { ExportAll, ExportPage } from './export.tsx'
import { Filters } from './filters.tsx'
import { LogTable } from './log-table.tsx'

const refreshEvery = 30_000

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = readLogAddress(request)
  return asStaff(request, 'Failed to load logs', async () => {
    const [found, { sources }, staff] = await Promise.all([
      api(logs.list, { query }),
      api(logs.sources),
      lenient(api(staffUsers.list, { query: { limit: 100, staff: 'true' } })),
    ])
    return { query, sources, staff: staff?.users ?? [], ...found }
  })
}

export default function Logs({ loaderData }: Route.ComponentProps) {
  const loading = useLoadingRows()
  const [reading, setReading] = useState(false)
  const first = loaderData.data === null || loaderData.data.query.page === 0
  usePolling(first && !reading ? refreshEvery : null)
  const { data } = loaderData
  return (
    <Page
      title="Logs"
      actions={
        data && (
          <>
            <ExportPage logs={data.logs} />
            <ExportAll query={data.query} total={data.total} />
          </>
        )
      }
      loaded={loaderData}
    >
      {({ query, sources, staff, logs, next, total, total_is_estimate: estimated }) => (
        <>
          <Filters sources={sources} staff={staff} />
          <LogTable
            logs={logs}
            busy={loading}
            onReading={setReading}
            empty={
              <NoRows
                icon={<ScrollText size={26} />}
                isFiltered={Object.keys(filtersOf(query)).length > 0}
                none={[
                  'No log entries yet',
                  'Sign-ins, orders, builds and staff actions are listed here.',
                ]}
                noMatch={['No entries match', 'Remove a filter or widen the time range.']}
              />
            }
          />
          <Pager
            page={query.page}
            limit={query.limit}
            next={next}
            total={total}
            estimated={estimated}
            reachable={reachableLogs}
            nouns={['entry', 'entries']}
            beyond="narrow the time range or another filter"
          />
        </>
      )}
    </Page>
  )
}
