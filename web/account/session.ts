import { useSyncExternalStore } from 'react'
import { redirect } from 'react-router'
import type { accounts, User } from '#contract/accounts.ts'
import { api } from '../api/client.ts'

/** Undefined until the server has been asked, null when nobody is signed in. */
type Session = User | null | undefined

let session: Session
let asking: Promise<User | null> | undefined
const listeners = new Set<() => void>()
const otherTabs = typeof window === 'undefined' ? null : new BroadcastChannel('session')
otherTabs?.addEventListener('message', () => ask())

/** Who is signed in; asked once, then remembered until it changes here or in another tab. */
export function loadSession(): Promise<User | null> {
  return session === undefined ? (asking ?? ask()) : Promise.resolve(session)
}

/** After a login, or when a call shows that the session has ended. */
export function setSession(user: User | null) {
  change(user)
  otherTabs?.postMessage('changed')
}

/** Ends the session. Throws an ApiError. */
export async function signOut(): Promise<void> {
  await api<typeof accounts.logout>({ method: 'POST', path: '/logout' })
  setSession(null)
}

/** For a clientLoader of a page that needs a customer: else to /login, and back here after. */
export async function requireUser(request: Request): Promise<User> {
  const user = await loadSession()
  if (user) return user
  const { pathname, search } = new URL(request.url)
  throw redirect(`/login?${new URLSearchParams({ origin: pathname + search })}`)
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => undefined,
  )
}

function ask(): Promise<User | null> {
  const call = api<typeof accounts.authenticated>({ method: 'GET', path: '/user/authenticated' })
  asking = call
    .catch(() => null)
    .then((user) => {
      change(user)
      return user
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

function change(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
