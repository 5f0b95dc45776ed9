import clsx from 'clsx'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Suspense, use } from 'react'
import { data, useRevalidator } from 'react-router'
import { blog } from '#contract/catalogue/blog.ts'
import { releases } from '#contract/licensing/releases.ts'
import { incidents } from '#contract/outages/incidents.ts'
import { type ModuleStatus, status } from '#contract/outages/status.ts'
import { failedArrival } from '../../api/arrival.ts'
import { ApiError, failureOf } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Loading } from '../../ui/spinner.tsx'
import type { Route } from './+types/status'
import { CurrentIncidents, PastIncidents } from './incidents.tsx'
import { LatestUpdate } from './latest-update.tsx'
import { MailMe } from './mail-me.tsx'
import { ModuleList } from './module-list.tsx'
import { summarise } from './summary.ts'

const failed = {
  modules: 'Failed to fetch status',
  incidents: 'Failed to fetch incidents',
  history: 'Failed to fetch the status history',
  current: 'Failed to fetch the releases',
  latest: 'Failed to fetch latest blog post',
}

export async function loader({ context }: Route.LoaderArgs) {
  const [modules, news, history, current, latest] = await Promise.all([
    settle(api(context, status.list), failed.modules),
    settle(api(context, incidents.list), failed.incidents),
    settle(api(context, incidents.history), failed.history),
    settle(api(context, releases.current), failed.current),
    settle(api(context, blog.latest), failed.latest),
  ])
  const all = { modules, news, history, current, latest }
  const complete = Object.values(all).every(({ error }) => error === null)
  return data(all, complete ? 200 : 502)
}

/** Shows the page at once on a navigation. The statuses load afterwards. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return { later: serverLoader().catch(tell) }
}

/** The failures to show if the server was unreachable or a proxy responded in its place. */
function tell(error: unknown) {
  const failure = failedArrival(error)
  if (!failure) throw error
  return {
    modules: { found: null, error: failureOf(failure, failed.modules) },
    news: { found: null, error: null },
    history: { found: null, error: null },
    current: { found: null, error: null },
    latest: { found: null, error: failureOf(failure, failed.latest) },
  }
}

export default function Status({ loaderData }: Route.ComponentProps) {
  const { shopName } = useConfig()
  return (
    <div className="page pt-10 sm:pt-16">
      <Head
        title="System Status"
        description={`The status of all services and modules of ${shopName}, and when each was last updated.`}
      />
      <h1 className="page-title">System Status</h1>
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${shopName} Status`}
        href="/status/rss.xml"
      />
      <p className="mt-5 max-w-[25em] text-lg text-soft">
        Monitor the real-time status of all services and modules
      </p>
      <MailMe />
      <Suspense fallback={<Loading label="Loading status" />}>
        <Loaded from={loaderData} />
      </Suspense>
    </div>
  )
}

function Loaded({ from }: { from: Route.ComponentProps['loaderData'] }) {
  const { modules, news, history, current, latest } = 'later' in from ? use(from.later) : from
  return (
    <>
      {news.found && <CurrentIncidents incidents={news.found} />}
      {modules.found && <Overview modules={modules.found} />}
      {modules.found && (
        <ModuleList
          modules={modules.found}
          history={history.found ?? []}
          current={current.found ?? []}
        />
      )}
      {modules.error && <Failure>{modules.error}</Failure>}
      {current.error && <Failure>{current.error}</Failure>}
      {history.error && <Failure>{history.error}</Failure>}
      {news.found && <PastIncidents incidents={news.found} />}
      {news.error && <Failure>{news.error}</Failure>}
      {latest.found && <LatestUpdate post={latest.found} />}
      {latest.error && <Failure>{latest.error}</Failure>}
    </>
  )
}

function Overview({ modules }: { modules: readonly ModuleStatus[] }) {
  if (modules.length === 0) return null
  const well = modules.every(({ status }) => status === 'operational')
  const Icon = well ? CircleCheck : TriangleAlert
  return (
    <p className="title mt-10 mb-5 flex items-center gap-3 text-lg">
      <Icon
        size={22}
        aria-hidden="true"
        className={clsx('shrink-0', well ? 'text-success' : 'text-warning')}
      />
      {summarise(modules)}
    </p>
  )
}

function Failure({ children }: { children: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorBox className="mt-10" onRetry={revalidate} retrying={state === 'loading'}>
      {children}
    </ErrorBox>
  )
}

type Settled<T> = { found: T | null; error: string | null }

/** A part of the page may fail while the others are shown. A missing part is not a failure. */
async function settle<T>(asked: Promise<T>, failure: string): Promise<Settled<T>> {
  try {
    return { found: await asked, error: null }
  } catch (error) {
    if (error instanceof Error && !(error instanceof ApiError)) throw error
    // A thrown response is not a failed call: it says that the store is under maintenance.
    const absent = !(error instanceof ApiError) || error.status === 404
    return { found: null, error: absent ? null : failure }
  }
}
