import { useSyncExternalStore } from 'react'
import type { Me, sessions } from '#contract/platform/sessions.ts'
import { api, apiIsHere } from '../api/client.ts'
import { isSessionOver } from '../api/error.ts'
import { awayFrom } from '../away.ts'
import { dropAllDrafts } from '../drafts.ts'
import { onPageRestored } from '../page-cache.ts'

/** Undefined until the server has answered. Null if nobody is signed in. */
type Session = Me | null | undefined

let session: Session
let asking: Promise<Me | null> | undefined
let endedUnasked = false
/** Why the last request for the session failed, until the next one succeeds. */
let failure: unknown
const listeners = new Set<() => void>()
const otherTabs = typeof window === 'undefined' ? null : new BroadcastChannel('session')
const elsewhere = new Set<() => void>()
otherTabs?.addEventListener('message', askUnbidden)
if (typeof window !== 'undefined') onPageRestored(askUnbidden)

/** The retry interval in milliseconds while the server does not answer. */
const askAgainAfter = 5000
let again: ReturnType<typeof setTimeout> | undefined

/**
 * Notifies the listener when the session is known again, after a change in another tab or a failed
 * request.
 */
export function onSessionElsewhere(listener: () => void) {
  elsewhere.add(listener)
  return () => elsewhere.delete(listener)
}

/** The server sets this cookie alongside the session cookie, which scripts cannot read. */
const marker = 'signed_in'
const mayBeSignedIn = () => !apiIsHere() || document.cookie.split('; ').includes(`${marker}=1`)

/**
 * Whether the browser stored the cookies of the sign-in. If it blocks cookies, the next page has no
 * session.
 */
export const keepsSession = mayBeSignedIn

/**
 * Returns the signed-in user. Requested once, then cached until it changes here or in another tab.
 */
export function loadSession(): Promise<Me | null> {
  return session === undefined || failure ? (asking ?? ask()) : Promise.resolve(session)
}

/** Called after a login, or when a call shows that the session has ended. */
export function setSession(user: Me | null) {
  endedUnasked = false
  change(user)
  otherTabs?.postMessage('changed')
}

/** Called after a call that found the session ended. */
export function forgetSession() {
  if (!session) return
  setSession(null)
  endedUnasked = true
}

/**
 * Whether the session ended while its page was open, without a sign-out. The sign-in page then says
 * so.
 */
export const hasEndedUnasked = () => endedUnasked

/** Requests the session again, after something that may have ended it elsewhere. */
export function refreshSession(): Promise<Me | null> {
  return ask()
}

/** Ends the session and removes the drafts of this tab. Throws an ApiError. */
export async function signOut(): Promise<void> {
  await api<typeof sessions.logout>({ method: 'POST', path: '/logout' })
  dropAllDrafts()
  setSession(null)
}

/**
 * For a clientLoader of a page that requires a customer. Redirects to /login, which returns here.
 */
export async function requireUser(request: Request): Promise<Me> {
  const user = await loadSession()
  if (user) return user
  if (failure) throw failure
  throw awayFrom(request, signInPath(new URL(request.url)))
}

/**
 * Runs a clientLoader for a signed-in customer. If nobody is signed in or a call finds the session
 * ended, redirects to the sign-in, which returns here.
 */
export async function asUser<T>(request: Request, load: (user: Me) => Promise<T>): Promise<T> {
  const user = await requireUser(request)
  try {
    return await load(user)
  } catch (error) {
    if (!isSessionOver(error)) throw error
    forgetSession()
    throw awayFrom(request, signInPath(new URL(request.url)))
  }
}

/** The path of the sign-in page that returns to the current page. */
export function signInPath({ pathname, search }: { pathname: string; search: string }): string {
  return `/login?${new URLSearchParams({ origin: pathname + search })}`
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => undefined,
  )
}

function ask(): Promise<Me | null> {
  failure = undefined
  if (!mayBeSignedIn()) {
    change(null)
    return Promise.resolve(null)
  }
  const wire = { method: 'GET', path: '/user/authenticated' } as const
  const call = api<typeof sessions.get>(wire, undefined, { background: true })
  asking = call
    .catch((error) => {
      if (!isSessionOver(error)) {
        failure = error
        clearTimeout(again)
        again = setTimeout(askUnbidden, askAgainAfter)
      }
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
      else document.cookie = `${marker}=; path=/; max-age=0`
      return null
    })
    .then((user) => {
      // If the request failed, keep the last known user.
      change(failure ? session : user)
      return user
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** Requests the session when no page waits for it, and notifies the visible pages. */
async function askUnbidden() {
  await ask()
  if (failure) return
  for (const listener of elsewhere) listener()
}

function change(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
