import clsx from 'clsx'
import { ArrowUpRight, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { can } from '#contract/wire/capabilities.ts'
import { useConfig } from '../config.ts'
import { useReturnState } from '../session/origin.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { siteLinks } from './site-links.ts'

const entryClass =
  'flex min-h-13 items-center justify-between border-line border-b font-[600] text-lg aria-[current]:text-signal'

/** The header's links in a drawer, for narrow screens. */
export function MobileMenu() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { communityUrl } = useConfig()
  const user = useSession()
  const returnState = useReturnState()
  // Signing out here does not leave the page.
  const signingOut = useSignOut(close)
  return (
    <>
      <div className="lg:hidden noscript:hidden">
        <IconButton
          label="Menu"
          icon={<MenuIcon size={22} aria-hidden="true" />}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        />
      </div>
      {/* Outside the hidden part, so that the menu stays open if the window becomes wide. */}
      <Dialog open={open} onClose={close} title="Menu" look="drawer">
        <nav aria-label="Mobile" className="flex flex-col">
          {siteLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={entryClass} onClick={close}>
              {label}
            </NavLink>
          ))}
          {communityUrl && (
            <a href={communityUrl} target="_blank" rel="noreferrer" className={entryClass}>
              Discord
              <ArrowUpRight size={18} aria-label="(opens a new window)" className="text-faint" />
            </a>
          )}
          {user && can(user, 'use_back_office') && (
            <NavLink to="/admin" className={entryClass} onClick={close}>
              Admin Dashboard
            </NavLink>
          )}
          {user && (
            <NavLink to="/dashboard" className={entryClass} onClick={close}>
              Dashboard
            </NavLink>
          )}
        </nav>
        <div className={clsx('mt-8 grid gap-3', user === undefined && 'invisible')}>
          {user ? (
            <>
              <p className="truncate text-faint text-sm">Signed in as {user.username}</p>
              <Button wide loading={signingOut.pending} onClick={signingOut.run}>
                Sign Out
              </Button>
            </>
          ) : (
            <>
              <LinkButton to="/login" state={returnState} wide onClick={close}>
                Sign In
              </LinkButton>
              <LinkButton to="/signup" state={returnState} look="primary" wide onClick={close}>
                Sign Up
              </LinkButton>
            </>
          )}
        </div>
      </Dialog>
    </>
  )
}
