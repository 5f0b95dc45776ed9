import { staffDiscord } from '#contract/access/staff-discord.ts'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { infractions } from '#contract/licensing/infractions.ts'
import { staffDevices } from '#contract/licensing/staff-devices.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { logs } from '#contract/platform/logs.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { api } from '../../api/client.ts'
import { isMissing, isSessionOver } from '../../api/error.ts'
import { readList, readPage } from '../list/address.ts'

/** Few, because the card only shows the latest actions. The log has the rest. */
export const logPageSize = 5

export type UserData = Awaited<ReturnType<typeof loadUser>>

/** Rows of a card: few, to keep the page short. */
export const cardRows = 5

/**
 * Loads a user with everything that the page shows. Throws an ApiError if an essential part fails.
 */
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
  // Loaded first, because for an unknown user nothing else needs to be loaded.
  const user = await api(staffUsers.get, { params })
  const [discord, subscriptions, orders, offences, bound, history, log] = await Promise.all([
    lenient(api(staffDiscord.get, { params })),
    // At most one per product, active ones first.
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

/** Loads the remaining data of a deleted user. Null if the user never existed. */
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
  return { ...(await api(logs.list, { query: wanted })), page, isFiltered: Boolean(message) }
}

/** For optional data: resolves to null if loading fails, but rethrows if the session has ended. */
async function lenient<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (error) {
    if (isSessionOver(error)) throw error
    return null
  }
}
