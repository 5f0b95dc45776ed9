import clsx from 'clsx'
import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { ticketCategories, ticketStatuses } from '#contract/wire/ticket.ts'
import { statusLabel } from '../../account/tickets/ticket-badge.tsx'
import { usePolling } from '../../api/polling.ts'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { Filter } from '../list/filter.tsx'
import { Pager } from '../list/pager.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/support'
import { loadTickets, type OpenTicket, type TicketsData } from './load-tickets.ts'
import { StatsCards } from './stats.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketPanel } from './ticket-panel.tsx'

const refreshEvery = 30_000

const categories = [
  { value: 'all', label: 'All categories' },
  ...ticketCategories.map((category) => ({ value: category, label: category })),
]
const statuses = [
  ...ticketStatuses.map((status) => ({ value: status, label: statusLabel(status) })),
  { value: 'waiting', label: 'Awaiting reply' },
  { value: 'all', label: 'All' },
]

const assignments = [
  { value: 'all', label: 'Anyone' },
  { value: 'me', label: 'Me' },
  { value: 'nobody', label: 'Unassigned' },
]
const orders = [
  { value: 'waiting', label: 'Longest wait' },
  { value: 'activity', label: 'Latest activity' },
]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch tickets', () => loadTickets(request))
}

export default function Support({ loaderData }: Route.ComponentProps) {
  usePolling(refreshEvery)
  const noStats = loaderData.data?.stats === null
  useEffect(() => {
    if (noStats) toast.error('Failed to fetch ticket stats')
  }, [noStats])
  return (
    <Page title="Support Tickets" loaded={loaderData}>
      {(data, user) => <Tickets data={data} user={user} />}
    </Page>
  )
}

function Tickets({ data, user }: { data: TicketsData; user: Me }) {
  const { tickets, next, total, page, limit, isFiltered, stats, open } = data
  // A narrow screen shows either the list or a ticket.
  const whenWide = open && 'max-xl:hidden'
  return (
    <>
      <div className={clsx(whenWide)}>
        {stats && <StatsCards stats={stats} />}
        <div className="mb-4 flex flex-wrap gap-2.5">
          <SearchBox label="Search tickets" placeholder="Title, customer, number or order" />
          <Filter label="Category" name="category" options={categories} />
          <Filter label="Status" name="status" options={statuses} />
          <Filter label="Assigned to" name="assigned" options={assignments} />
          <Filter label="Order" name="order" options={orders} />
        </div>
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={clsx('min-w-0', whenWide)}>
          <TicketList tickets={tickets} open={open?.id ?? null} isFiltered={isFiltered} />
          <Pager {...{ page, limit, total, next }} nouns={['ticket', 'tickets']} />
        </div>
        <Opened open={open} next={nextOf(tickets, open?.id)} user={user} />
      </div>
    </>
  )
}

/**
 * The id below the open ticket in the list, or the first id if the open ticket has left the list.
 */
function nextOf(tickets: TicketsData['tickets'], open: number | undefined): number | null {
  const at = tickets.findIndex(({ id }) => id === open)
  return tickets[at + 1]?.id ?? null
}

type OpenedProps = { open: OpenTicket | null; next: number | null; user: Me }

function Opened({ open, next, user }: OpenedProps) {
  const { search } = useLocation()
  const { location: coming } = useNavigation()
  const leaving = coming !== undefined && coming.search !== search
  if (!open) {
    return (
      <div className="surface max-xl:hidden">
        <EmptyState icon={<MessagesSquare size={26} />} title="No ticket selected">
          Select a ticket from the list to read and reply to it.
        </EmptyState>
      </div>
    )
  }
  if (open.error !== null) return <ErrorBox>{open.error}</ErrorBox>
  return (
    <div aria-busy={leaving} className={clsx('min-w-0', leaving && 'opacity-60')}>
      <TicketPanel key={open.id} loaded={open.conversation} next={next} user={user} />
    </div>
  )
}
