import { Link } from 'react-router'
import { ErrorBox } from '../../ui/notice.tsx'

/** For whoever comes second to a claim: another link would not help. */
export function HasAdministrator({ children }: { children: string }) {
  return (
    <ErrorBox>
      {children} If that is you,{' '}
      <Link to="/login?origin=/setup" className="underline underline-offset-4">
        sign in
      </Link>{' '}
      to go on.
    </ErrorBox>
  )
}
