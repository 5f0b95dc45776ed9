import { Activity } from 'lucide-react'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { ApiKeys } from '../api-keys/api-keys.tsx'
import { AddIncident } from '../incidents/add-incident.tsx'
import { IncidentList } from '../incidents/incident-list.tsx'
import { loadList } from '../list/load-list.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/modules'
import { AddModule } from './add-module.tsx'
import { listModules } from './list-modules.ts'
import { ModuleTable } from './module-table.tsx'

const most = 100

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch status', async () => {
    const [modules, { api_keys: keys }, incidents] = await Promise.all([
      listModules(),
      api(apiKeys.list, { query: { limit: most } }),
      loadList(request, staffIncidents.list, { limit: 25 }),
    ])
    return { modules, keys, incidents }
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
            <IncidentList list={data.incidents} />
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
