import { shopNow } from '../clock.ts'
import { useConfig } from '../config.ts'
import { usePaymentMethods } from '../payment-methods.ts'
import { AnyLink } from '../ui/any-link.tsx'
import { groupFooterLinks } from './footer-links.ts'
import { Logo } from './logo.tsx'

const idOf = (title: string) => `footer-${title.toLowerCase()}`

export function Footer() {
  const { shopName, brand, communityUrl, footer, seller } = useConfig()
  const methods = usePaymentMethods()
  return (
    <footer className="mt-24 border-line border-t bg-well">
      <div className="page grid gap-x-16 gap-y-10 pt-12 pb-10 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 flex-col items-start gap-5">
          <Logo name={shopName} logo={brand.logo} />
          {footer.tagline && (
            <p className="max-w-[22em] text-[0.9375rem] text-soft leading-6">{footer.tagline}</p>
          )}
          {methods.length > 0 && (
            <p className="flex flex-wrap gap-2">
              <span className="sr-only">Payment methods:</span>
              {methods.map(({ name, icon: Icon }) => (
                <span
                  key={name}
                  className="flex h-8 items-center gap-2 rounded-md border border-edge px-2.5 font-[600] text-sm text-soft"
                >
                  <Icon size={17} aria-hidden="true" />
                  {name}
                </span>
              ))}
            </p>
          )}
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-10 gap-y-8 text-[0.9375rem] sm:grid-cols-4 lg:gap-x-14"
        >
          {groupFooterLinks(footer.links, communityUrl).map(({ title, links }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
            <div key={title} role="group" aria-labelledby={idOf(title)} className="min-w-0">
              <p id={idOf(title)} className="font-[650]">
                {title}
              </p>
              <div className="mt-2 flex flex-col items-start">
                {links.map(({ label, to }) => (
                  <AnyLink
                    key={label + to}
                    to={to}
                    className="inline-flex min-h-9 items-center text-soft transition-colors [overflow-wrap:anywhere] hover:text-ink"
                  >
                    {label}
                  </AnyLink>
                ))}
              </div>
            </div>
          ))}
        </nav>
      </div>
      <div className="page pb-8">
        {/* The right side is reserved for a language selector. */}
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-3 border-line border-t pt-6 text-faint text-sm">
          <address className="not-italic leading-6 [overflow-wrap:anywhere]">
            {/* A cached page may have been rendered last year. */}
            ©&nbsp;<span suppressHydrationWarning>{new Date(shopNow()).getFullYear()}</span>{' '}
            {seller
              ? [seller.name, ...seller.address.split('\n')].filter(Boolean).join(', ')
              : shopName}
          </address>
        </div>
      </div>
    </footer>
  )
}
