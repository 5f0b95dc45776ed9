import { useCallback } from 'react'
import { redirect, useLocation, useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { ApiError } from '../api/error.ts'
import { requireUser, setSession, signInPath } from './session.ts'

const isOver = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Loads for a signed-in customer in a clientLoader. Nobody signed in, or a session that the calls
 * find ended, leads to the sign-in and back.
 */
export async function asUser<T>(request: Request, load: (user: User) => Promise<T>): Promise<T> {
  const user = await requireUser(request)
  try {
    return await load(user)
  } catch (error) {
    if (!isOver(error)) throw error
    setSession(null)
    throw redirect(signInPath(new URL(request.url)))
  }
}

/** Tells whether a failed call means an ended session; if so the sign-in is on its way already. */
export function useSessionEnd(): (error: unknown) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    (error) => {
      if (!isOver(error)) return false
      setSession(null)
      navigate(signInPath({ pathname, search }))
      return true
    },
    [navigate, pathname, search],
  )
}
