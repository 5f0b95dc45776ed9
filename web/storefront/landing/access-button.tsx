import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Leads to what gives access: an account, and for whoever has one a product. */
export function AccessButton({ children }: { children: ReactNode }) {
  const user = useSession()
  return (
    <LinkButton to={user ? '/store' : '/signup'} look="primary" size="large">
      {children}
      <ArrowRight size={20} aria-hidden="true" />
    </LinkButton>
  )
}
