import { useSyncExternalStore } from 'react'
import type { Me, sessions } from '#contract/sessions.ts'
import { api, apiIsHere } from '../api/client.ts'
import { isSessionOver } from '../api/error.ts'
import { awayFrom } from '../away.ts'
import { onPageRestored } from '../page-cache.ts'

/** Undefined until the server has been asked, null when nobody is signed in. */
type Session = Me | null | undefined

let session: Session
let asking: Promise<Me | null> | undefined
let endedUnasked = false
/** Why the server could not tell, until it is asked again. */
let failure: unknown
const listeners = new Set<() => void>()
const otherTabs = typeof window === 'undefined' ? null : new BroadcastChannel('session')
const elsewhere = new Set<() => void>()
otherTabs?.addEventListener('message', askUnbidden)
if (typeof window !== 'undefined') onPageRestored(askUnbidden)

/** In milliseconds, while the server does not tell. */
const askAgainAfter = 5000
let again: ReturnType<typeof setTimeout> | undefined

/** Tells when it is known who is signed in, after another tab's change or a server that did not tell. */
export function onSessionElsewhere(listener: () => void) {
  elsewhere.add(listener)
  return () => elsewhere.delete(listener)
}

/** Set by the server beside the session's own cookie, which scripts cannot see. */
const marker = 'signed_in'
const mayBeSignedIn = () => !apiIsHere() || document.cookie.split('; ').includes(`${marker}=1`)

/** Whether the browser kept what signing in set; where it blocks cookies the next page knows nobody. */
export const keepsSession = mayBeSignedIn

/** Who is signed in; asked once, then remembered until it changes here or in another tab. */
export function loadSession(): Promise<Me | null> {
  return session === undefined || failure ? (asking ?? ask()) : Promise.resolve(session)
}

/** After a login, or when a call shows that the session has ended. */
export function setSession(user: Me | null) {
  endedUnasked = false
  change(user)
  otherTabs?.postMessage('changed')
}

/** After a call that found the session ended. */
export function forgetSession() {
  if (!session) return
  setSession(null)
  endedUnasked = true
}

/** Whether the session ended while its page was open and nobody asked for that, as the sign-in says. */
export const hasEndedUnasked = () => endedUnasked

/** Asks again who is signed in, after what may have ended the session from elsewhere. */
export function refreshSession(): Promise<Me | null> {
  return ask()
}

/** Ends the session. Throws an ApiError. */
export async function signOut(): Promise<void> {
  await api<typeof sessions.logout>({ method: 'POST', path: '/logout' })
  setSession(null)
}

/** For a clientLoader of a page that needs a customer: else to /login, and back here after. */
export async function requireUser(request: Request): Promise<Me> {
  const user = await loadSession()
  if (user) return user
  if (failure) throw failure
  throw awayFrom(request, signInPath(new URL(request.url)))
}

/**
 * Loads for a signed-in customer in a clientLoader. Nobody signed in, or a session that the calls
 * find ended, leads to the sign-in and back.
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

/** The sign-in page that leads back to where the visitor is. */
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
      // Who was signed in stands until the server says otherwise.
      change(failure ? session : user)
      return user
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** Asks when no page waits for the answer: those on the screen are told of it. */
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
