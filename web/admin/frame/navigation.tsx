import clsx from 'clsx'
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { tabGroups } from './tabs.ts'
import { WaitingCount } from './waiting-count.tsx'

type NavigationProps = {
  groups: typeof tabGroups
  /** The number of pending items, by the path of the tab. */
  waiting: Record<string, number>
  /** The path of the current page. */
  at: string
  /** Shows only the icons. */
  collapsed?: boolean
}

export function Navigation({ groups, waiting, at, collapsed }: NavigationProps) {
  return (
    <nav aria-label="Back-office" className="grid gap-4">
      {groups.map(({ heading, tabs }) => (
        <div
          key={heading ?? ''}
          {...(heading && { role: 'group', 'aria-label': heading })}
          className="grid gap-px"
        >
          {heading &&
            (collapsed ? (
              <hr className="mx-2 mb-2 border-line" />
            ) : (
              <p aria-hidden="true" className="label px-2.5 pb-1 text-faint">
                {heading}
              </p>
            ))}
          {tabs.map(({ to, label, icon: Icon }) => (
            <Entry
              key={to}
              to={to}
              label={label}
              icon={<Icon size={17} aria-hidden="true" className="shrink-0" />}
              current={to === '/admin' ? /^\/admin\/?$/.test(at) : at.startsWith(to)}
              count={waiting[to] ?? 0}
              collapsed={collapsed}
            />
          ))}
        </div>
      ))}
      <Entry
        to="/store"
        label="View Store"
        icon={<Store size={17} aria-hidden="true" className="shrink-0" />}
        collapsed={collapsed}
      />
    </nav>
  )
}

type EntryProps = {
  to: string
  label: string
  icon: ReactNode
  current?: boolean
  count?: number
  collapsed?: boolean
}

function Entry({ to, label, icon, current, count = 0, collapsed }: EntryProps) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      title={collapsed ? label : undefined}
      className={clsx(
        'relative flex h-11 items-center gap-2.5 rounded-md px-2.5 font-[600] text-[0.9375rem] pointer-fine:lg:h-9 pointer-fine:lg:text-sm',
        'transition-colors duration-120 hover:bg-raised hover:text-ink',
        'aria-[current]:bg-lifted aria-[current]:text-ink aria-[current]:shadow-[inset_2px_0_0_var(--color-signal)]',
        !current && 'text-soft',
        collapsed && 'justify-center px-0',
      )}
    >
      {icon}
      <span className={collapsed ? 'sr-only' : 'min-w-0 truncate'}>{label}</span>
      {collapsed ? (
        count > 0 && (
          <span className="absolute top-1.5 right-2 size-2 rounded-full bg-warning">
            <span className="sr-only">{count} pending</span>
          </span>
        )
      ) : (
        <WaitingCount count={count} />
      )}
    </Link>
  )
}
