import { Link } from 'react-router'
import { useConfig } from '../config.ts'
import { AnyLink } from '../ui/any-link.tsx'
import { Logo } from './logo.tsx'

const linkClass = 'inline-flex min-h-9 items-center text-soft transition-colors hover:text-ink'

/** These pages always exist, whatever texts the operator writes. */
const legalPages = [
  { to: '/terms', label: 'Terms' },
  { to: '/refunds', label: 'Refunds' },
  { to: '/privacy', label: 'Privacy' },
]

export function Footer() {
  const { shopName, brand, communityUrl, footer, seller } = useConfig()
  return (
    <footer className="mt-24 border-line border-t bg-well">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-12 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 flex-col items-start gap-4">
          <Logo name={shopName} logo={brand.logo} />
          {footer.tagline && (
            <p className="max-w-[20.5em] text-faint text-sm leading-6">{footer.tagline}</p>
          )}
          {seller && (
            <address className="max-w-[26em] text-faint text-sm not-italic leading-6 [overflow-wrap:anywhere]">
              {[seller.name, ...seller.address.split('\n')].filter(Boolean).join(', ')}
            </address>
          )}
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-16 text-[0.9375rem] sm:grid-cols-3"
        >
          {footer.links.map(({ label, to }) => (
            <AnyLink key={label} to={to} className={linkClass}>
              {label}
            </AnyLink>
          ))}
          {communityUrl && (
            <a href={communityUrl} target="_blank" rel="noreferrer" className={linkClass}>
              Discord
            </a>
          )}
          {legalPages.map(({ to, label }) => (
            <Link key={to} to={to} className={linkClass}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
