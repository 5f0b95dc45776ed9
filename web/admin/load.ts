import type { Me } from '#contract/platform/sessions.ts'
import { can } from '#contract/wire/capabilities.ts'
import { ApiError, isForTheShell, isRefused, isSessionOver, reasonOf } from '../api/error.ts'
import { awayFrom } from '../away.ts'
import { asUser, refreshSession, signInPath } from '../session/session.ts'
import { toast } from '../ui/toast.ts'
import { tabOf } from './frame/tabs.ts'

export type Loaded<T> = { user: Me } & (
  | { data: T; error: null }
  | { data: null; error: string; reason: string; missing: boolean }
)

/**
 * Loads a page of the back-office in its clientLoader. Redirects other users than staff to the
 * sign-in, and staff without permission for the page to the dashboard. If a call fails, it returns
 * `failed` and the reason, which `Page` shows.
 */
export function asStaff<T>(
  request: Request,
  failed: string,
  load: (user: Me) => Promise<T>,
): Promise<Loaded<T>> {
  return asUser(request, async (user) => {
    leadAway(request, user)
    try {
      return { user, data: await load(user), error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || isSessionOver(error)) throw error
      // The user may have lost a role since they signed in.
      if (isRefused(error, 'forbidden')) leadAway(request, await refreshSession())
      const reason = reasonOf(error)
      return { user, data: null, error: failed, reason, missing: error.status === 404 }
    }
  })
}

/** A part of a page that was loaded, or the sentence that says what failed and why. */
export type Part<T> = { data: T; error: null } | { data: null; error: string; reason: string }

/** Loads a part of a page. If the call fails, the rest of the page stays usable. */
export async function loadPart<T>(failed: string, loading: Promise<T>): Promise<Part<T>> {
  try {
    return { data: await loading, error: null }
  } catch (error) {
    if (!(error instanceof ApiError) || isForTheShell(error)) throw error
    return { data: null, error: failed, reason: reasonOf(error) }
  }
}

/** The last user of the back-office, with the role that they had. */
let admitted: Me | undefined

function leadAway(request: Request, user: Me | null) {
  const url = new URL(request.url)
  const tab = tabOf(url.pathname)
  const staff = user !== null && can(user, 'use_back_office')
  if (staff && can(user, tab.can)) {
    admitted = user
    return
  }
  if (user && admitted?.uid === user.uid && can(admitted, tab.can))
    toast.error('Your role has changed.')
  else if (user && !staff)
    toast.error(
      `This page is for staff. You are signed in as ${user.username}, a customer account.`,
    )
  if (user) admitted = user
  throw awayFrom(request, staff ? '/admin' : signInPath(url))
}
