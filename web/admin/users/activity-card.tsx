import { ScrollText } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { reachableLogs } from '#contract/logs.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useListAddress } from '../list/address.ts'
import { SearchBox } from '../list/search-box.tsx'
import { LogTable } from '../logs/log-table.tsx'
import { logPageSize, type UserLog } from './load-user.ts'

/** What happened to this user and what staff did to them, newest first. */
export function ActivityCard({ logs }: { logs: UserLog | null }) {
  return (
    <Card>
      <CardHeader title="User Activity Logs" />
      {logs ? <Entries {...logs} /> : <ErrorBox>Failed to load logs</ErrorBox>}
    </Card>
  )
}

function Entries({ logs, page, total, total_is_estimate: estimated, narrowed }: UserLog) {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const { change } = useListAddress()
  const last = Math.max(1, Math.ceil(Math.min(total, reachableLogs) / logPageSize))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page that is shown
  useEffect(() => {
    if (page + 1 > last) change({ page: last === 1 ? null : last })
  }, [page, last])
  return (
    <>
      <div className="mb-4 max-w-md">
        <SearchBox
          label="Search this user’s log"
          placeholder="Words of the message…"
          name="message"
        />
      </div>
      <LogTable
        ofOneUser
        logs={logs}
        busy={state === 'loading' && location?.pathname === pathname}
        empty={
          <EmptyState
            icon={<ScrollText size={26} />}
            title={narrowed ? 'No entries match' : 'Nothing has happened yet'}
          >
            {narrowed
              ? 'The search looks anywhere in the message.'
              : 'What they do will be listed here.'}
          </EmptyState>
        }
      />
      {total > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p role="status" className="text-soft text-sm tabular-nums">
            {estimated && 'About '}
            {total.toLocaleString('en-US')} {total === 1 ? 'entry' : 'entries'}
          </p>
          <Pagination
            page={page + 1}
            last={last}
            onChange={(next) => change({ page: next === 1 ? null : next }, { replace: false })}
          />
        </div>
      )}
    </>
  )
}
