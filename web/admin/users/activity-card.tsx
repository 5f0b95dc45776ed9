import { ScrollText } from 'lucide-react'
import { useLocation, useNavigation } from 'react-router'
import { reachableLogs } from '#contract/platform/logs.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { LogTable } from '../logs/log-table.tsx'
import { logPageSize, type UserLog } from './load-user.ts'

/** The user's activity and the staff actions on the account, newest first. */
export function ActivityCard({ logs }: { logs: UserLog | null }) {
  return (
    <Card>
      <CardHeader title="User Activity Logs" />
      {logs ? <Entries {...logs} /> : <ErrorBox>Failed to load logs</ErrorBox>}
    </Card>
  )
}

function Entries({ logs, page, next, total, total_is_estimate: estimated, narrowed }: UserLog) {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return (
    <>
      <div className="mb-4 max-w-md">
        <SearchBox
          label="Search this user’s log"
          placeholder="Text of the message…"
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
              : 'The user’s activity is listed here.'}
          </EmptyState>
        }
      />
      <CardPager
        name="page"
        page={page}
        size={logPageSize}
        next={next}
        total={total}
        estimated={estimated}
        nouns={['entry', 'entries']}
        reachable={reachableLogs}
      />
    </>
  )
}
