import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Links to the sign-up, or to the store if the visitor has an account. */
export function AccessButton({ children }: { children: ReactNode }) {
  const user = useSession()
  return (
    <LinkButton to={user ? '/store' : '/signup'} look="primary" size="large">
      {children}
      <ArrowRight size={20} aria-hidden="true" />
    </LinkButton>
  )
}
