import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { PageError } from '../shell/page-error.tsx'
import { TitleCount } from '../shell/title-count.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Route } from './+types/layout'
import { Frame } from './frame/frame.tsx'
import { tabOf } from './frame/tabs.ts'
import { useWaiting } from './frame/use-waiting.ts'
import { countPending, countsByTab, WaitingContext } from './frame/waiting.ts'
import { asStaff } from './load.ts'
import { pageTitleClass } from './page.tsx'

/** Checks the role. The pages inside load their own data, and the server checks each call again. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, '', async () => null)
}

export const shouldRevalidate = () => false

export default function Layout({ loaderData }: Route.ComponentProps) {
  // A user who loses a role also loses its tabs.
  const user = useSession() ?? loaderData.user
  const waiting = useWaiting()
  const { answer } = waiting
  return (
    <WaitingContext value={waiting}>
      <TitleCount value={user && answer ? countPending(user, answer) : 0}>
        <Frame user={user} waiting={countsByTab(answer)}>
          <Outlet />
        </Frame>
      </TitleCount>
    </WaitingContext>
  )
}

/** Shown until the user and the page's data are loaded. It uses only the URL. */
export function HydrateFallback() {
  const { pathname } = useLocation()
  const { label, to } = tabOf(pathname)
  const below = pathname.replace(/\/$/, '') !== to
  return (
    <Frame user={useSession()} loading>
      <Head title={label} />
      {below ? (
        <>
          <Skeleton className="mb-3 h-6 w-24" />
          <Skeleton className="mb-6 h-10 w-56" />
        </>
      ) : (
        <Title>{label}</Title>
      )}
      <div role="status" className="grid gap-4">
        <p className="animate-appear-late text-soft noscript:hidden">Loading...</p>
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
    </Frame>
  )
}

/** The session request failed, so the current user is unknown. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const user = useSession()
  const { label } = tabOf(useLocation().pathname)
  const frame = (failure: ReactNode) => (
    <>
      <Head title={label} />
      <Title>{label}</Title>
      {failure}
    </>
  )
  return (
    <Frame user={user}>
      <PageError error={error} failed="Failed to load your account" frame={frame} />
    </Frame>
  )
}

const Title = ({ children }: { children: ReactNode }) => (
  <h1 className={`${pageTitleClass} mb-4`}>{children}</h1>
)
