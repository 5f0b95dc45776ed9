import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { onUnauthorized } from '../api/client.ts'
import { isSessionOver } from '../api/error.ts'
import { keepWork } from '../api/unsaved.ts'
import { forgetSession, refreshSession, signInPath, useSession } from '../session/session.ts'

/**
 * Mounted once for the whole site. If a call finds that the session has ended, this redirects to
 * the sign-in, which returns to the open or requested page. If a user has lost a role, the page is
 * reloaded and redirects them.
 */
export function useSessionEnd() {
  const user = useSession()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const current = useLocation()
  const { location: coming } = useNavigation()
  const { pathname, search } = coming ?? current
  useEffect(() => {
    function leave() {
      forgetSession()
      // If several calls fail, only the first redirects.
      if (pathname === '/login') return
      keepWork()
      navigate(signInPath({ pathname, search }))
    }
    async function askForRole() {
      const now = await refreshSession()
      // Reload only if the role has changed, so that a page that refuses the user does not reload
      // forever.
      if (now?.admin !== user?.admin || now?.support !== user?.support) await revalidate()
    }
    return onUnauthorized((refusal) => (isSessionOver(refusal) ? leave() : void askForRole()))
  }, [user, navigate, revalidate, pathname, search])
}
