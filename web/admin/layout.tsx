import { Outlet, useLocation, useNavigation } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { useSession } from '../account/session.ts'
import { Head } from '../shell/head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TabLinks } from '../ui/tab-links.tsx'
import type { Route } from './+types/layout'
import { asStaff } from './load.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { useWaiting, WaitingCount } from './support/waiting-count.tsx'
import { tabOf, tabs } from './tabs.ts'

/** The guard: pages below it load for themselves, and each call is checked by the server again. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, '', async () => null)
}

export const shouldRevalidate = () => false

export default function Layout({ loaderData }: Route.ComponentProps) {
  // A role that is lost takes its tabs along.
  const user = useSession() ?? loaderData.user
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const waiting = useWaiting()
  // A pressed tab is marked at once, with what it loads to follow.
  const at = location?.pathname ?? pathname
  const pages = tabs.filter(({ access }) => may(user, { access }))
  const links = pages.map(({ to, label, icon: Icon }) => ({
    to,
    label,
    icon: <Icon size={18} aria-hidden="true" />,
    current: to === '/admin' ? /^\/admin\/?$/.test(at) : at.startsWith(to),
    note: to === '/admin/support' && <WaitingCount count={waiting} />,
  }))
  return (
    <div className="page grid grow content-start items-start gap-x-10 gap-y-6 pt-5 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-8">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-24">
        <PaletteButton pages={pages} />
        <div className="hidden lg:block">
          <TabLinks label="Back-office" tabs={links} look="side" />
        </div>
        <div className="lg:hidden">
          <TabLinks label="Back-office" tabs={links} />
        </div>
      </div>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

/** Stands until it is known who asks; with the tab's title, so that the page has one from the start. */
export function HydrateFallback() {
  const { pathname } = useLocation()
  return (
    <>
      <Head title={tabOf(pathname).label} />
      <p role="status" className="m-auto flex items-center gap-3 text-soft noscript:hidden">
        <Spinner /> Loading...
      </p>
    </>
  )
}
