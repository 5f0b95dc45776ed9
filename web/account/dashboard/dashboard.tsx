import { useNavigation, useRevalidator } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { isForTheShell, reasonOf } from '../../api/error.ts'
import { useLastGood } from '../../api/polling.ts'
import { asUser } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { PageNeedsScripts } from '../../shell/needs-scripts.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/dashboard'
import { Sidebar } from './sidebar.tsx'
import { findView, type View } from './tabs.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { search } = new URL(request.url)
  const { tab, part } = findView(search)
  return asUser(request, async (user) => {
    try {
      return { user, search, data: await tab.load(part), error: null }
    } catch (error) {
      if (isForTheShell(error)) throw error
      return { user, search, data: null, error: reasonOf(error) }
    }
  })
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { user, search } = loaderData
  const { location } = useNavigation()
  const loaded = findView(search)
  // A clicked tab is shown at once, while its data is loading.
  const view = location?.pathname === '/dashboard' ? findView(location.search) : loaded
  return (
    <Frame sidebar={<Sidebar user={user} current={view.tab.id} />} title={view.tab.label}>
      {view.key === loaded.key ? (
        <Content key={view.key} view={view} loaded={loaderData} />
      ) : (
        <PanelSkeleton />
      )}
    </Frame>
  )
}

type ContentProps = { view: View; loaded: { user: Me; data: unknown; error: string | null } }

function Content({ view, loaded }: ContentProps) {
  const { user, data, error } = useLastGood(loaded)
  const { revalidate, state } = useRevalidator()
  const { tab, part } = view
  if (error === null) return <tab.Panel data={data} user={user} />
  return (
    <ErrorBox
      onRetry={revalidate}
      retrying={state === 'loading'}
      action={
        part && (
          <LinkButton size="small" to={`/dashboard?t=${tab.id}`}>
            Back to {tab.label}
          </LinkButton>
        )
      }
    >
      <p className="font-[600]">{tab.part && part ? tab.part.failed : tab.failed}</p>
      {error && <p className="text-soft">{error}</p>}
    </ErrorBox>
  )
}

/** The session request failed, so it is unknown whether the customer is signed in. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = (failure: React.ReactNode) => (
    <Frame sidebar={null} title="Dashboard">
      {failure}
    </Frame>
  )
  return <PageError error={error} failed="Failed to load your account" frame={frame} />
}

export function HydrateFallback() {
  return (
    <Frame sidebar={<Skeleton className="h-[13.375rem] lg:h-120" />} title="Dashboard">
      <PanelSkeleton />
    </Frame>
  )
}

function PanelSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <p className="animate-appear-late text-soft noscript:hidden">Loading...</p>
      <PageNeedsScripts />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
  )
}

type FrameProps = { sidebar: React.ReactNode; title: string; children: React.ReactNode }

function Frame({ sidebar, title, children }: FrameProps) {
  return (
    <div className="page grid grow content-start items-start gap-x-12 gap-y-8 pt-6 sm:pt-10 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Head title={title} />
      <div className="min-w-0 lg:sticky lg:top-24">{sidebar}</div>
      <div className="min-w-0">
        <h1 className="display mb-6 text-[clamp(2rem,5vw,3rem)]">{title}</h1>
        {children}
      </div>
    </div>
  )
}
