import { Activity } from 'lucide-react'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { ApiKey } from '#contract/platform/api-keys.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { ApiKeys } from '../api-keys/api-keys.tsx'
import { AddIncident } from '../incidents/add-incident.tsx'
import { IncidentTable } from '../incidents/incident-table.tsx'
import { readList } from '../list/address.ts'
import { Pager } from '../list/pager.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/modules'
import { AddModule } from './add-module.tsx'
import { listModules } from './list-modules.ts'
import { ModuleTable } from './module-table.tsx'

const most = 100

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, limit } = readList(request, { limit: 25 })
  return asStaff(request, 'Failed to fetch status', async () => {
    const [list, keys, news] = await Promise.all([
      listModules(),
      api(apiKeys.list, { query: { limit: most } }),
      api(staffIncidents.list, { query: { page, limit } }),
    ])
    return { modules: list, keys: keys.api_keys satisfies ApiKey[], page, limit, ...news }
  })
}

export default function Modules({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Status"
      detail="The status of each module on the status page. Changes appear there immediately."
      loaded={loaderData}
      actions={
        <>
          <LinkButton to="/status">Open Status Page</LinkButton>
          <AddModule uid={loaderData.user.uid} />
        </>
      }
    >
      {(data, { uid }) => (
        <div className="grid gap-10">
          <section aria-labelledby="incidents">
            <header className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <h2 id="incidents" className="title text-xl">
                Incidents
              </h2>
              {data.modules.length > 0 && <AddIncident uid={uid} modules={data.modules} />}
            </header>
            <IncidentTable incidents={data.incidents} />
            <Pager
              page={data.page}
              limit={data.limit}
              total={data.total}
              nouns={['incident', 'incidents']}
            />
          </section>
          {data.modules.length > 0 ? (
            <ModuleTable uid={uid} modules={data.modules} />
          ) : (
            <div className="surface">
              <EmptyState icon={<Activity size={26} />} title="No modules yet">
                Add a module here, or let your build pipeline report it with an API key.
              </EmptyState>
            </div>
          )}
          <ApiKeys keys={data.keys} />
        </div>
      )}
    </Page>
  )
}
