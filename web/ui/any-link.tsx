import type { ReactNode } from 'react'
import { Link } from 'react-router'

type AnyLinkProps = { to: string; className?: string; children: ReactNode }

/** A link that an operator wrote: to a page of the shop, another site, or somebody's mailbox. */
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
