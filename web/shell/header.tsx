import clsx from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { can } from '#contract/wire/capabilities.ts'
import { useConfig } from '../config.ts'
import { useSession } from '../session/session.ts'
import { CartLink } from './cart-link.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { Progress } from './progress.tsx'
import { siteLinks } from './site-links.ts'
import { UserMenu } from './user-menu.tsx'

const linkClass =
  'flex h-10 items-center gap-1 rounded-md px-3.5 font-[600] text-[0.9375rem] transition-colors duration-120 hover:text-ink'

export function Header() {
  const { shopName, brand, communityUrl } = useConfig()
  const user = useSession()
  return (
    <header className="sticky top-0 z-10 border-line border-b bg-ground shadow-[0_12px_24px_-16px_#000]">
      <div className="page flex h-16 items-center gap-4">
        <Link to="/" aria-label={`${shopName}, home`} className="flex min-w-0 rounded-sm">
          <Logo name={shopName} logo={brand.logo} />
        </Link>
        <nav aria-label="Main" className="ml-4 hidden shrink-0 items-center lg:flex">
          {siteLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={navClass}>
              {label}
            </NavLink>
          ))}
          {communityUrl && (
            <a
              href={communityUrl}
              target="_blank"
              rel="noreferrer"
              className={clsx(linkClass, 'text-soft')}
            >
              Discord
              <ArrowUpRight size={15} aria-label="(opens a new window)" className="text-faint" />
            </a>
          )}
          {user && can(user, 'use_back_office') && (
            <NavLink to="/admin" className={navClass}>
              Admin
            </NavLink>
          )}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
          <CartLink />
          {/* Reserves the space, so that nothing moves when the menu appears. */}
          <div className="hidden min-w-50 justify-end lg:flex">
            <UserMenu />
          </div>
          <MobileMenu />
        </div>
      </div>
      {/* For browsers without scripts, where the menu cannot open. */}
      <noscript>
        <nav
          aria-label="Mobile"
          className="page flex flex-wrap gap-x-1 pb-2 *:first:-ml-3.5 lg:hidden"
        >
          {siteLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === '/'} className={navClass}>
              {label}
            </NavLink>
          ))}
        </nav>
      </noscript>
      <Progress />
    </header>
  )
}

const navClass = ({ isActive }: { isActive: boolean }) =>
  clsx(
    linkClass,
    'relative',
    isActive
      ? 'text-ink after:absolute after:inset-x-3.5 after:-bottom-[13px] after:h-0.5 after:bg-signal'
      : 'text-soft',
  )
