import { infractions } from '#contract/infractions.ts'
import { logs } from '#contract/logs.ts'
import { staffDevices } from '#contract/staff-devices.ts'
import { staffDiscord } from '#contract/staff-discord.ts'
import { staffOrders } from '#contract/staff-orders.ts'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import { staffUsers } from '#contract/staff-users.ts'
import { api } from '../../api/client.ts'
import { isMissing, isSessionOver } from '../../api/error.ts'
import { readList, readPage } from '../list/address.ts'

/** Few, as this is what the user did last: the log itself has the rest. */
export const logPageSize = 5

export type UserData = Awaited<ReturnType<typeof loadUser>>

/** Rows of a card: few, so that the page is no longer than one reads. */
export const cardRows = 5

/** A user with all that the page shows of them. Throws an ApiError when the essential is missing. */
export async function loadUser(request: Request, uid: string) {
  const params = { uid }
  const query = new URL(request.url).searchParams
  const pages = {
    orders: readPage(query, 'orders'),
    infractions: readPage(query, 'infractions'),
    computers: readPage(query, 'computers'),
    devices: readPage(query, 'devices'),
  }
  const part = (page: number) => ({ params, query: { page, limit: cardRows } })
  // First alone: of nobody there is nothing else to ask.
  const user = await api(staffUsers.get, { params })
  const [discord, subscriptions, orders, offences, bound, history, log] = await Promise.all([
    lenient(api(staffDiscord.get, { params })),
    // One of each product at most, those that run first.
    api(staffSubscriptions.list, { params, query: { limit: 100 } }),
    api(staffOrders.list, part(pages.orders)),
    api(infractions.list, part(pages.infractions)),
    api(staffDevices.list, part(pages.computers)),
    api(staffDevices.history, part(pages.devices)),
    lenient(loadLog(request, uid)),
  ])
  const devices = { bound, ...history }
  return { user, discord, subscriptions, orders, infractions: offences, devices, pages, logs: log }
}

/** What is left of a user who was deleted; null when there never was one. */
export async function loadDeleted(request: Request, uid: string) {
  const page = readPage(new URL(request.url).searchParams, 'orders')
  const query = { page, limit: cardRows }
  try {
    return { page, ...(await api(staffOrders.list, { params: { uid }, query })) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export type UserLog = Awaited<ReturnType<typeof loadLog>>

async function loadLog(request: Request, uid: string) {
  const { query, page, after } = readList(request)
  const message = query.get('message') ?? undefined
  const wanted = { uid, page, limit: logPageSize, after, message }
  return { ...(await api(logs.list, { query: wanted })), page, narrowed: Boolean(message) }
}

/** What the page can do without: a failure leaves null. An ended session is told all the same. */
async function lenient<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (error) {
    if (isSessionOver(error)) throw error
    return null
  }
}
