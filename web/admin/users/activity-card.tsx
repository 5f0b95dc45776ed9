import { ScrollText } from 'lucide-react'
import { reachableLogs } from '#contract/platform/logs.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { useLoadingRows } from '../list/loading.ts'
import { NoRows } from '../list/no-rows.tsx'
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

function Entries({ logs, page, next, total, total_is_estimate: estimated, isFiltered }: UserLog) {
  const loading = useLoadingRows()
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
        busy={loading}
        empty={
          <NoRows
            icon={<ScrollText size={26} />}
            isFiltered={isFiltered}
            none={['No log entries yet', 'The user’s activity is listed here.']}
            noMatch={['No entries match', 'The search looks anywhere in the message.']}
          />
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
