import clsx from 'clsx'
import { ChevronDown, LayoutDashboard, LogOut } from 'lucide-react'
import { Link } from 'react-router'
import { useReturnState } from '../session/origin.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass, LinkButton } from '../ui/button.tsx'
import { Menu, menuEntryClass } from '../ui/menu.tsx'
import { withUnicodeDomain } from '../unicode-address.ts'

/**
 * A menu under the username if signed in, the sign-in and sign-up links if not. Empty until that is
 * known.
 */
export function UserMenu({ collapsed }: { /** Shows only the initials. */ collapsed?: boolean }) {
  const user = useSession()
  const returnState = useReturnState()
  const signingOut = useSignOut()
  if (user === undefined) return null
  if (user === null) {
    return (
      <div className="flex gap-3">
        <LinkButton to="/login" state={returnState} look="quiet" size="small" className="px-5!">
          Sign In
        </LinkButton>
        <LinkButton to="/signup" state={returnState} size="small" className="px-5!">
          Sign Up
        </LinkButton>
      </div>
    )
  }
  return (
    <Menu
      label={collapsed ? user.username : undefined}
      buttonClassName={clsx(
        buttonClass({ look: 'quiet', size: 'small' }),
        collapsed ? 'px-1!' : '-mr-3 max-w-50 pl-1.5',
      )}
      button={
        <>
          <Avatar name={user.username} className="size-7" />
          {!collapsed && (
            <>
              <span className="min-w-0 truncate">{user.username}</span>
              <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-faint" />
            </>
          )}
        </>
      }
    >
      <p className="truncate px-3 pt-1.5 pb-2 text-faint text-sm">
        <bdi>{withUnicodeDomain(user.email)}</bdi>
      </p>
      <Link to="/dashboard" className={menuEntryClass}>
        <LayoutDashboard size={18} aria-hidden="true" />
        Dashboard
      </Link>
      <button
        type="button"
        className={menuEntryClass}
        disabled={signingOut.pending}
        onClick={signingOut.run}
      >
        <LogOut size={18} aria-hidden="true" />
        Sign Out
      </button>
    </Menu>
  )
}
