import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { onUnauthorized } from '../api/client.ts'
import { isSessionOver } from '../api/error.ts'
import { keepWork } from '../api/unsaved.ts'
import { forgetSession, refreshSession, signInPath, useSession } from '../session/session.ts'

/**
 * Once for the whole site: a call that finds the session ended leads to the sign-in, and from there
 * back to the page that is open or on its way. Who lost a role is led away by the page, which is
 * loaded again.
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
      // Of several calls the first leads there.
      if (pathname === '/login') return
      keepWork()
      navigate(signInPath({ pathname, search }))
    }
    async function askForRole() {
      const now = await refreshSession()
      // A page that may not be seen as things are must not load itself for ever.
      if (now?.admin !== user?.admin || now?.support !== user?.support) await revalidate()
    }
    return onUnauthorized((refusal) => (isSessionOver(refusal) ? leave() : void askForRole()))
  }, [user, navigate, revalidate, pathname, search])
}
