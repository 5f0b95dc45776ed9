import clsx from 'clsx'
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { can } from '#contract/wire/capabilities.ts'
import { useConfig } from '../../config.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { ClosedBar } from '../../shell/closed-bar.tsx'
import { Logo } from '../../shell/logo.tsx'
import { NeedsScripts } from '../../shell/needs-scripts.tsx'
import { Progress } from '../../shell/progress.tsx'
import { TestMode } from '../../shell/test-mode.tsx'
import { UserMenu } from '../../shell/user-menu.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PaletteButton, usePalette } from '../palette/palette-button.tsx'
import { Navigation } from './navigation.tsx'
import { tabGroups } from './tabs.ts'
import { useCollapsed } from './use-collapsed.ts'

type FrameProps = {
  /** Null or undefined while the current user is unknown. */
  user: Me | null | undefined
  /** The number of pending items, by the path of the tab. */
  waiting?: Record<string, number>
  loading?: boolean
  children: ReactNode
}

/**
 * The frame of the back-office: a sidebar on wide screens, a bar with a menu on narrow ones. It has
 * neither the header nor the footer of the site.
 */
export function Frame({ user, waiting = {}, loading, children }: FrameProps) {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const groups = tabGroups
    .map(({ heading, tabs }) => ({
      heading,
      tabs: tabs.filter((tab) => user && can(user, tab.can)),
    }))
    .filter(({ tabs }) => tabs.length > 0)
  // A palette opened while the page loads would close when the page replaces this fallback.
  const { palette, openPalette } = usePalette(loading ? [] : groups.flatMap(({ tabs }) => tabs))
  const parts = {
    user,
    loading,
    openPalette: loading || !user ? undefined : openPalette,
    // Highlights a clicked tab at once, while its data is loading.
    navigation: { groups, waiting, at: location?.pathname ?? pathname },
  }
  return (
    <div className="back-office flex grow flex-col [--page-width:100rem] lg:flex-row">
      <Sidebar {...parts} />
      <div className="flex min-w-0 grow flex-col">
        <TestMode />
        <ClosedBar />
        <NeedsScripts />
        <TopBar {...parts} />
        <main
          id="main"
          tabIndex={-1}
          className="w-full max-w-[100rem] grow px-4 pt-4 pb-16 outline-none sm:px-6 lg:px-8 lg:pt-6"
        >
          {children}
        </main>
      </div>
      {palette}
      <div className="fixed inset-x-0 top-0 z-20">
        <Progress />
      </div>
    </div>
  )
}

type PartProps = {
  user: FrameProps['user']
  loading: boolean | undefined
  navigation: Parameters<typeof Navigation>[0]
  /** Undefined while the palette has no pages. */
  openPalette: (() => void) | undefined
}

function Sidebar({ loading, navigation, openPalette }: PartProps) {
  const { shopName, brand } = useConfig()
  const [collapsed, toggle] = useCollapsed()
  return (
    <header
      className={clsx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-line border-r bg-well lg:flex',
        collapsed ? 'w-16' : 'w-60',
      )}
    >
      <div className="grid gap-3 p-3">
        <div className="flex min-w-0 items-center gap-1">
          {!collapsed && (
            <Link
              to="/admin"
              aria-label={`${shopName}, dashboard`}
              className="mr-auto ml-1.5 flex min-w-0 rounded-sm"
            >
              <Logo name={shopName} logo={brand.logo} />
            </Link>
          )}
          <IconButton
            label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            size="small"
            icon={collapsed ? <PanelLeftOpen size={17} /> : <PanelLeftClose size={17} />}
            onClick={toggle}
          />
        </div>
        {openPalette ? (
          <PaletteButton onOpen={openPalette} iconOnly={collapsed} />
        ) : (
          loading && <Skeleton className="h-10" />
        )}
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-3 py-1 [scrollbar-width:thin]">
        {navigation.groups.length === 0 && loading ? (
          <Skeleton className="h-80" />
        ) : (
          <Navigation {...navigation} collapsed={collapsed} />
        )}
      </div>
      <div className="flex min-h-14 items-center border-line border-t px-3">
        <UserMenu collapsed={collapsed} />
      </div>
    </header>
  )
}

/** On narrow screens: the shop's name, the palette and the menu. */
function TopBar({ user, loading, navigation, openPalette }: PartProps) {
  const { shopName, brand } = useConfig()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const signingOut = useSignOut()
  const pending = Object.values(navigation.waiting).some((count) => count > 0)
  // The menu is outside the bar, so that it stays open if the window becomes wide.
  return (
    <>
      <header className="sticky top-0 z-10 flex h-14 items-center gap-1 border-line border-b bg-ground px-4 sm:px-6 lg:hidden">
        <Link
          to="/admin"
          aria-label={`${shopName}, dashboard`}
          className="mr-auto flex min-w-0 rounded-sm"
        >
          <Logo name={shopName} logo={brand.logo} />
        </Link>
        {openPalette && <PaletteButton onOpen={openPalette} iconOnly />}
        <IconButton
          label="Menu"
          className="-mr-2.5"
          icon={
            <>
              <MenuIcon size={22} aria-hidden="true" />
              {pending && (
                <span className="absolute top-2 right-2 size-2 rounded-full bg-warning" />
              )}
            </>
          }
          aria-expanded={open}
          // The page replaces this fallback, and an open menu would close.
          disabled={loading}
          onClick={() => setOpen(true)}
        />
      </header>
      <Dialog open={open} onClose={close} title="Menu" look="drawer">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the key presses */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a link clicks it */}
        <div onClick={({ target }) => (target as Element).closest('a') && close()}>
          <Navigation {...navigation} />
          {user && (
            <div className="mt-6 grid gap-3">
              <Link to="/dashboard" className="truncate text-soft text-sm underline">
                Signed in as {user.username}
              </Link>
              <Button wide loading={signingOut.pending} onClick={signingOut.run}>
                Sign Out
              </Button>
            </div>
          )}
        </div>
      </Dialog>
    </>
  )
}
