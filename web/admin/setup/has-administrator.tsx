import { Link } from 'react-router'
import { ErrorBox } from '../../ui/notice.tsx'

/** Shown if someone else has claimed the shop first. Another link would not help. */
export function HasAdministrator({ children }: { children: string }) {
  return (
    <ErrorBox>
      {children} If that is you,{' '}
      <Link to="/login?origin=/setup" className="underline underline-offset-4">
        sign in
      </Link>{' '}
      to continue.
    </ErrorBox>
  )
}
