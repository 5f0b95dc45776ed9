import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Log } from '#contract/platform/logs.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { factsOf } from './facts.ts'
import { LevelBadge } from './level-badge.tsx'
import { LogDialog } from './log-dialog.tsx'

type LogTableProps = {
  logs: readonly Log[]
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Leaves out the user column on a page about one user. */
  ofOneUser?: boolean
  busy?: boolean
  /** Called when an entry is opened or closed. */
  onReading?: (reading: boolean) => void
}

/** Log entries. A click on one shows all its details. */
export function LogTable({ logs, empty, ofOneUser, busy, onReading }: LogTableProps) {
  const [read, setRead] = useState<Log | null>(null)
  function show(log: Log | null) {
    setRead(log)
    onReading?.(log !== null)
  }
  const columns: Column<Log>[] = [
    { header: 'Timestamp', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
    { header: 'Level', cell: ({ level }) => <LevelBadge level={level} /> },
    { header: 'Source', cell: ({ type }) => type },
    {
      header: 'User',
      cell: ({ uid, username }) =>
        uid === null ? (
          <span className="text-faint">{username}</span>
        ) : (
          <Link
            to={`/admin/users/${uid}`}
            className="underline decoration-edge underline-offset-4 hover:decoration-signal"
          >
            {username}
          </Link>
        ),
    },
    {
      header: 'Message',
      wide: true,
      cell: (log) => (
        <button
          type="button"
          onClick={() => show(log)}
          className="stretched w-full rounded-sm text-left md:flex md:items-baseline md:gap-3"
        >
          <span className="font-[600]">{log.message}</span>
          <Facts details={log.details} />
        </button>
      ),
    },
  ]
  return (
    <>
      <Table
        caption="Log entries"
        pressable
        columns={ofOneUser ? columns.filter(({ header }) => header !== 'User') : columns}
        rows={logs}
        rowKey={({ id }) => id}
        empty={empty}
        busy={busy}
        compact
      />
      <LogDialog log={read} onClose={() => show(null)} />
    </>
  )
}

/** As many of the details as fit on one line. */
function Facts({ details }: Pick<Log, 'details'>) {
  const facts = factsOf(details)
  if (facts.length === 0) return null
  return (
    <span className="line-clamp-1 min-w-0 break-all text-faint text-sm">{facts.join(' · ')}</span>
  )
}
