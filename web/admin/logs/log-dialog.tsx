import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { Log } from '#contract/platform/logs.ts'
import { formatFullMoment } from '../../format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LevelBadge } from './level-badge.tsx'

type LogDialogProps = { log: Log | null; onClose: () => void }

export function LogDialog({ log, onClose }: LogDialogProps) {
  // Keep showing the entry while the dialog closes.
  const last = useRef(log)
  if (log) last.current = log
  const shown = log ?? last.current
  return (
    <Dialog open={log !== null} onClose={onClose} title="Log Details">
      {shown && <Entry log={shown} />}
    </Dialog>
  )
}

function Entry({ log }: { log: Log }) {
  const json = JSON.stringify(log.details, null, 2)
  return (
    <div className="grid gap-5">
      <dl className="grid gap-3">
        <Fact name="Timestamp">
          {formatFullMoment(log.created_at)}
          <span className="ml-2 text-faint text-sm">
            <TimeAgo at={log.created_at} />
          </span>
        </Fact>
        <Fact name="Level">
          <LevelBadge level={log.level} />
        </Fact>
        <Fact name="Source">{log.type}</Fact>
        <Fact name="User">
          {log.uid === null ? (
            log.username
          ) : (
            <Link
              to={`/admin/users/${log.uid}`}
              className="underline decoration-edge underline-offset-4 hover:decoration-signal"
            >
              {log.username}
            </Link>
          )}
        </Fact>
        <Fact name="Message">{log.message}</Fact>
        {typeof log.details.order === 'string' && (
          <Fact name="Order">
            <Link
              to={`/admin/orders/${log.details.order}`}
              className="underline decoration-edge underline-offset-4 hover:decoration-signal"
            >
              {log.details.order}
            </Link>
          </Fact>
        )}
      </dl>
      <section aria-labelledby="log-metadata">
        <header className="mb-1.5 flex items-center justify-between gap-4">
          <h3 id="log-metadata" className="label">
            Additional Metadata
          </h3>
          <CopyButton
            text={json}
            label="Copy metadata"
            copied="Metadata copied to clipboard"
            failed="Failed to copy metadata"
          />
        </header>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-md border border-line bg-well px-4 py-3 font-mono text-sm leading-relaxed"
        >
          {json}
        </pre>
      </section>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 sm:grid-cols-[7rem_1fr] sm:gap-3">
      <dt className="text-faint text-sm sm:pt-px">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
