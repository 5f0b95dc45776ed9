import { Link } from 'react-router'
import { useConfig } from '../config.ts'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { UserMenu } from './user-menu.tsx'

/** The header of a shop that has not opened: its name, and the sign-in link. */
export function PlainHeader() {
  const { shopName, brand } = useConfig()
  const user = useSession()
  return (
    <header className="sticky top-0 z-10 border-line border-b bg-ground">
      <div className="page flex h-16 items-center justify-between gap-4">
        <Link to="/" aria-label={`${shopName}, home`} className="flex min-w-0 rounded-sm">
          <Logo name={shopName} logo={brand.logo} />
        </Link>
        {user === null && (
          <LinkButton to="/login" look="quiet" size="small">
            Sign In
          </LinkButton>
        )}
        {user && <UserMenu />}
      </div>
    </header>
  )
}
