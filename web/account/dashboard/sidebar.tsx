import { LogOut } from 'lucide-react'
import type { Me } from '#contract/platform/sessions.ts'
import { useConfig } from '../../config.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { withUnicodeDomain } from '../../unicode-address.ts'
import { tabs } from './tabs.ts'

type SidebarProps = { user: Me; current: string }

/** The username, the tabs and the sign-out button: next to the content, or above it on a phone. */
export function Sidebar({ user, current }: SidebarProps) {
  const signingOut = useSignOut()
  const config = useConfig()
  const links = tabs
    .filter(({ offered }) => offered?.(config) ?? true)
    .map(({ id, label, icon: Icon }) => ({
      to: `/dashboard?t=${id}`,
      label,
      icon: <Icon size={18} aria-hidden="true" />,
      current: id === current,
    }))
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={user.username} className="size-12 text-base" />
        <div className="min-w-0 grow">
          <p className="flex items-baseline gap-2">
            <span className="title truncate text-lg">{user.username}</span>
            <span className="shrink-0 text-faint text-sm tabular-nums">#{user.uid}</span>
          </p>
          <p className="truncate text-soft text-sm">
            <bdi>{withUnicodeDomain(user.email)}</bdi>
          </p>
        </div>
      </div>
      <div className="mt-6 hidden lg:block">
        <TabLinks label="Dashboard" tabs={links} look="side" />
        <div className="mt-4 border-line border-t pt-4">
          <button
            type="button"
            disabled={signingOut.pending}
            onClick={signingOut.run}
            className={signOutClass}
          >
            <LogOut size={18} aria-hidden="true" />
            Sign Out
          </button>
        </div>
      </div>
      <div className="mt-4 lg:hidden">
        <TabLinks label="Dashboard" tabs={links.map(({ icon: _, ...tab }) => tab)} look="grid">
          <button
            type="button"
            disabled={signingOut.pending}
            onClick={signingOut.run}
            className="min-h-[44px] rounded-md px-1 font-[600] text-soft text-sm transition-colors duration-120 hover:text-ink disabled:opacity-45"
          >
            Sign Out
          </button>
        </TabLinks>
      </div>
    </>
  )
}

/** Looks like the tabs above it. */
const signOutClass =
  'flex h-11 w-full items-center gap-2.5 rounded-md px-3.5 font-[600] text-[0.9375rem] text-soft transition-colors duration-120 hover:bg-raised hover:text-ink disabled:opacity-45'
