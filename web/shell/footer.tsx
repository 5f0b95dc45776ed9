import { Link } from 'react-router'
import { useConfig } from '../config.ts'
import { Logo } from './logo.tsx'

const linkClass = 'inline-flex min-h-9 items-center text-soft transition-colors hover:text-ink'

export function Footer() {
  const { shopName, brand, communityUrl } = useConfig()
  return (
    <footer className="mt-24 border-line border-t bg-well">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-12 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 flex-col items-start gap-4">
          <Logo name={shopName} logo={brand.logo} />
          <p className="max-w-[20.5em] text-faint text-sm leading-6">
            Subscriptions for the games you play. Support around the clock.
          </p>
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-16 text-[0.9375rem] sm:grid-cols-3"
        >
          <Link to="/store" className={linkClass}>
            Store
          </Link>
          <Link to="/blog" className={linkClass}>
            Blog
          </Link>
          <Link to="/status" className={linkClass}>
            Status
          </Link>
          <Link to="/faq" className={linkClass}>
            FAQ
          </Link>
          {communityUrl && (
            <a href={communityUrl} target="_blank" rel="noreferrer" className={linkClass}>
              Discord
            </a>
          )}
          <Link to="/privacy" className={linkClass}>
            Privacy
          </Link>
        </nav>
      </div>
    </footer>
  )
}
