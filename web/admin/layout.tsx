import type { ReactNode } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { can } from '#contract/wire/capabilities.ts'
import { useSession } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { PageError } from '../shell/page-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/tab-links.tsx'
import type { Route } from './+types/layout'
import { useWaitingDisputes } from './disputes/waiting-disputes.ts'
import { asStaff } from './load.ts'
import { useToLookAt } from './orders/to-look-at.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { tabOf, tabs } from './tabs.ts'
import { useOpenTickets, WaitingCount } from './tickets/waiting-count.tsx'

/** Checks the role. The pages inside load their own data, and the server checks each call again. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, '', async () => null)
}

export const shouldRevalidate = () => false

export default function Layout({ loaderData }: Route.ComponentProps) {
  // A user who loses a role also loses its tabs.
  const user = useSession() ?? loaderData.user
  const orders = useToLookAt()
  return (
    <Frame
      user={user}
      waiting={{
        '/admin/support': useOpenTickets(),
        '/admin/disputes': useWaitingDisputes(),
        '/admin/orders': Object.values(orders).reduce((sum, count) => sum + count, 0),
      }}
    >
      <Outlet />
    </Frame>
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
    <Frame user={user}>
      <Head title={label} />
      <Title>{label}</Title>
      {failure}
    </Frame>
  )
  return <PageError error={error} failed="Failed to load your account" frame={frame} />
}

const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="display mb-6 text-[clamp(1.625rem,4vw,2.25rem)]">{children}</h1>
)

type FrameProps = {
  /** Null or undefined while the current user is unknown. */
  user: Me | null | undefined
  /** The number of pending items, by the path of the tab. */
  waiting?: Record<string, number>
  loading?: boolean
  children: ReactNode
}

function Frame({ user, waiting = {}, loading, children }: FrameProps) {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  // A clicked tab is marked at once, while its data is loading.
  const at = location?.pathname ?? pathname
  const pages = tabs.filter((tab) => user && can(user, tab.can))
  const links = pages.map(({ to, label, icon: Icon }) => ({
    to,
    label,
    icon: <Icon size={18} aria-hidden="true" />,
    current: to === '/admin' ? /^\/admin\/?$/.test(at) : at.startsWith(to),
    note: <WaitingCount count={waiting[to] ?? 0} />,
  }))
  return (
    <div className="page grid grow content-start items-start gap-x-10 gap-y-6 pt-5 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-8">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:overscroll-contain">
        {pages.length > 0 && (
          <>
            {/* A palette opened while the page loads would close when the page replaces this
                fallback. */}
            {loading ? <Skeleton className="h-11" /> : <PaletteButton pages={pages} />}
            <div className="hidden lg:block">
              <TabLinks label="Back-office" tabs={links} look="side" />
            </div>
            <div className="lg:hidden">
              <TabLinks label="Back-office" tabs={links} />
            </div>
          </>
        )}
        {pages.length === 0 && loading && (
          <>
            <Skeleton className="h-11" />
            <Skeleton className="h-12 lg:h-80" />
          </>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
