import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Links to the sign-up, or to the store if the visitor has an account. */
type AccessButtonProps = {
  /** Takes the full width on a phone, where it is not in a column. */
  wide?: boolean
  children: ReactNode
}

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
