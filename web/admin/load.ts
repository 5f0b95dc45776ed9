import { redirect } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { may } from '#contract/endpoint.ts'
import { signInPath } from '../account/session.ts'
import { asUser } from '../account/session-end.ts'
import { ApiError, messageOf } from '../api/error.ts'

export type Loaded<T> = { user: User } & (
  | { data: T; error: null }
  | { data: null; error: string; reason: string; status: number }
)

/**
 * Loads a page of the back-office in its clientLoader. Who is not staff is led to the sign-in and
 * back; a call that fails leaves `failed` and the reason, which `Page` shows.
 */
export function asStaff<T>(
  request: Request,
  failed: string,
  load: (user: User) => Promise<T>,
): Promise<Loaded<T>> {
  return asUser(request, async (user) => {
    if (!may(user, { access: 'staff' })) throw redirect(signInPath(new URL(request.url)))
    try {
      return { user, data: await load(user), error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error
      const { status } = error
      return { user, data: null, error: failed, reason: messageOf(error, ''), status }
    }
  })
}
