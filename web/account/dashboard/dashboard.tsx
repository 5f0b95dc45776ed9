import { useNavigation, useRevalidator } from 'react-router'
import { ApiError, messageOf } from '../../api/error.ts'
import { useLastGood } from '../../api/polling.ts'
import { Head } from '../../shell/head.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { asUser } from '../session-end.ts'
import type { Route } from './+types/dashboard'
import { Sidebar } from './sidebar.tsx'
import type { Tab } from './tab.ts'
import { findTab } from './tabs.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id, load, failed } = findTab(new URL(request.url).search)
  return asUser(request, async (user) => {
    try {
      return { user, id, data: await load(), error: null }
    } catch (error) {
      if (error instanceof ApiError && [401, 503].includes(error.status)) throw error
      return { user, id, data: null, error: messageOf(error, failed) }
    }
  })
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { user, id } = loaderData
  const { location } = useNavigation()
  // A pressed tab is shown at once, with what it loads to follow.
  const next = location?.pathname === '/dashboard' ? findTab(location.search) : null
  const tab = next ?? findTab(`?t=${id}`)
  return (
    <Frame sidebar={<Sidebar user={user} current={tab.id} />} title={tab.label}>
      {tab.id === id ? <Content key={id} tab={tab} loaded={loaderData} /> : <PanelSkeleton />}
    </Frame>
  )
}

type ContentProps = { tab: Tab; loaded: { data: unknown; error: string | null } }

function Content({ tab, loaded }: ContentProps) {
  const { data, error } = useLastGood(loaded)
  const { revalidate, state } = useRevalidator()
  if (error === null) return <tab.Panel data={data} />
  return (
    <ErrorBox
      action={
        <Button size="small" loading={state === 'loading'} onClick={() => revalidate()}>
          Try again
        </Button>
      }
    >
      {error}
    </ErrorBox>
  )
}

export function HydrateFallback() {
  return (
    <Frame sidebar={<Skeleton className="h-64" />} title="Dashboard">
      <PanelSkeleton />
    </Frame>
  )
}

function PanelSkeleton() {
  return (
    <div role="status" aria-label="Loading..." className="grid gap-4">
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
