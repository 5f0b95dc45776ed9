import { health } from '#contract/platform/health.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { loadList } from '../list/load-list.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/health'
import { Facts } from './facts.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { MailDomain } from './mail-domain.tsx'
import { Services } from './services.tsx'

const every = 15_000

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the health of the shop', async () => {
    const [state, failed] = await Promise.all([
      api(health.get),
      loadList(request, health.failedJobs),
    ])
    return { state, failed }
  })
}

export default function Health({ loaderData }: Route.ComponentProps) {
  usePolling(every)
  return (
    <Page
      title="Health"
      detail="The status of the services, jobs and storage that the shop needs."
      loaded={loaderData}
    >
      {({ state, failed }) => (
        <div className="grid gap-10">
          <Services services={state.services} />
          <MailDomain />
          <Facts state={state} />
          <FailedJobs list={failed} />
        </div>
      )}
    </Page>
  )
}
