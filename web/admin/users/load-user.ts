import { logs } from '#contract/logs.ts'
import { userHistory } from '#contract/user-history.ts'
import { users } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { readList } from '../list/address.ts'

/** As the specification has it for the log of one user. */
export const logPageSize = 5

export type UserData = Awaited<ReturnType<typeof loadUser>>

/** A user with all that the page shows of them. Throws an ApiError when the essential is missing. */
export async function loadUser(request: Request, uid: string) {
  const params = { uid }
  const [account, discord, subscriptions, orders, infractions, log] = await Promise.all([
    api(users.get, { params }),
    lenient(api(userHistory.discord, { params })),
    api(userHistory.subscriptions, { params }),
    api(userHistory.orders, { params }),
    api(userHistory.infractions, { params }),
    lenient(loadLog(request, uid)),
  ])
  return { account, discord, subscriptions, orders, infractions, logs: log }
}

export type UserLog = Awaited<ReturnType<typeof loadLog>>

async function loadLog(request: Request, uid: string) {
  const { query, page } = readList(request)
  const message = query.get('message') ?? undefined
  const wanted = { uid, page, limit: logPageSize, message }
  return { ...(await api(logs.list, { query: wanted })), page, narrowed: Boolean(message) }
}

/** What the page can do without: a failure leaves null. An ended session is told all the same. */
async function lenient<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    return null
  }
}
