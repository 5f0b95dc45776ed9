import { useCallback } from 'react'
import { redirect, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Me } from '#contract/sessions.ts'
import { ApiError, isRefused } from '../api/error.ts'
import { refreshSession, requireUser, setSession, signInPath } from './session.ts'

const isOver = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Loads for a signed-in customer in a clientLoader. Nobody signed in, or a session that the calls
 * find ended, leads to the sign-in and back.
 */
export async function asUser<T>(request: Request, load: (user: Me) => Promise<T>): Promise<T> {
  const user = await requireUser(request)
  try {
    return await load(user)
  } catch (error) {
    if (!isOver(error)) throw error
    setSession(null)
    throw redirect(signInPath(new URL(request.url)))
  }
}

/**
 * Tells whether a failed call means an ended session; if so the sign-in is on its way already. Who
 * lost a role is led away by the page, which is loaded again.
 */
export function useSessionEnd(): (error: unknown) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  return useCallback(
    (error) => {
      if (isRefused(error, 'forbidden')) void refreshSession().then(() => revalidate())
      if (!isOver(error)) return false
      setSession(null)
      navigate(signInPath({ pathname, search }))
      return true
    },
    [navigate, pathname, search, revalidate],
  )
}
