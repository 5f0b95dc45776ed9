import { type DeskCustomer, desk } from '#contract/desk.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { readList } from '../list/address.ts'
import { type Conversation, loadConversation } from './use-live.ts'

export type OpenTicket = { id: number } & (
  | { error: null; conversation: Conversation; customer: DeskCustomer }
  | { error: string }
)

export type Desk = Awaited<ReturnType<typeof loadDesk>>

/** What the address asks for: a page of the list, open tickets unless it says otherwise, and one. */
export async function loadDesk(request: Request) {
  const { query, page, limit, search } = readList(request)
  const { category, status } = desk.list.query.shape
  const wanted = query.get('status') ?? 'open'
  const narrowing = {
    search,
    category: category.safeParse(query.get('category') ?? undefined).data,
    status: wanted === 'all' ? undefined : (status.safeParse(wanted).data ?? 'open'),
  }
  const [list, stats, open] = await Promise.all([
    api(desk.list, { query: { page, limit, ...narrowing } }),
    api(desk.stats).catch(nothing),
    loadOpen(query.get('ticket')),
  ])
  const narrowed = Boolean(search || narrowing.category || narrowing.status !== 'open')
  return { ...list, page, limit, narrowed, stats, open }
}

async function loadOpen(id: string | null): Promise<OpenTicket | null> {
  if (!/^[1-9]\d{0,14}$/.test(id ?? '')) return null
  const params = { id: id! }
  try {
    const [conversation, customer] = await Promise.all([
      loadConversation(Number(id)),
      api(desk.customer, { params }),
    ])
    return { id: Number(id), error: null, conversation, customer }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { id: Number(id), error: error.message }
  }
}

/** The figures may fail without taking the list with them. */
function nothing(error: unknown) {
  if (error instanceof ApiError && error.status !== 401) return null
  throw error
}
