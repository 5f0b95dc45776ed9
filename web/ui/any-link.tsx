import type { ReactNode } from 'react'
import { Link } from 'react-router'

type AnyLinkProps = { to: string; className?: string; children: ReactNode }

/** A link that a staff member entered: to a page of the shop, another site, or a mail address. */
export function AnyLink({ to, className, children }: AnyLinkProps) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    )
  }
  const outside = /^https?:/i.test(to) && { target: '_blank', rel: 'noreferrer' }
  return (
    <a href={to} className={className} {...outside}>
      {children}
    </a>
  )
}
