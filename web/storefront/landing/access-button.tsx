import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'

type AccessButtonProps = {
  /** Takes the full width on phones. */
  wide?: boolean
  children: ReactNode
}

/** Links to the sign-up, or to the store if the visitor has an account. */
export function AccessButton({ wide, children }: AccessButtonProps) {
  const user = useSession()
  return (
    <LinkButton
      to={user ? '/store' : '/signup'}
      look="primary"
      size="large"
      className={wide ? 'max-sm:w-full' : ''}
    >
      {children}
      <ArrowRight size={20} aria-hidden="true" />
    </LinkButton>
  )
}
