import { CircleCheck, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { type FailedJob, health } from '#contract/platform/health.ts'
import { useAction } from '../../api/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'

type FailedJobsProps = {
  list: { jobs: FailedJob[]; total: number; page: number; limit: number }
}

export function FailedJobs({ list }: FailedJobsProps) {
  // The dialog is here and not in the row: when the job is gone, so is its row, but the dialog must
  // show the error.
  const [dropping, setDropping] = useState<FailedJob | null>(null)
  return (
    <section aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" className="title mb-4 text-xl">
        Failed Jobs
      </h2>
      <List
        caption="Failed jobs"
        nouns={['job', 'jobs']}
        columns={columnsFor(setDropping)}
        list={list}
        rows={list.jobs}
        rowKey={({ id }) => id}
        icon={<CircleCheck size={26} />}
        none={[
          'No job has failed',
          'Failed jobs are retried automatically and listed here until they succeed.',
        ]}
      />
      {dropping && <Drop job={dropping} onClose={() => setDropping(null)} />}
    </section>
  )
}

const columnsFor = (drop: (job: FailedJob) => void): Column<FailedJob>[] => [
  {
    header: 'Job',
    wide: true,
    cell: ({ id, name, does, to, error }) => (
      <div className="min-w-0">
        <p className="font-[600]">
          {does ?? name}
          {to && ` to ${to}`}{' '}
          <span className="font-normal text-faint text-sm">{does ? `${name} ${id}` : id}</span>
        </p>
        <p className="text-danger text-sm [overflow-wrap:anywhere]">{error}</p>
      </div>
    ),
  },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { header: 'Added', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
  {
    header: 'Next attempt',
    cell: ({ next_at }) =>
      next_at ? (
        <Moment look="table" at={next_at} />
      ) : (
        <Badge tone="danger">Failed permanently</Badge>
      ),
  },
  {
    header: 'Actions',
    align: 'end',
    cell: (job) => (
      <div className="flex justify-end gap-2">
        <Retry job={job} />
        <Button size="small" aria-label={`Discard ${job.name} ${job.id}`} onClick={() => drop(job)}>
          Discard
        </Button>
      </div>
    ),
  },
]

function Retry({ job: { id, name, next_at } }: { job: FailedJob }) {
  // The failure that was retried. The row stays for a moment after the retry.
  const [retried, setRetried] = useState<FailedJob['next_at']>()
  const retry = useAction(health.retryJob, {
    done: `${name} is being retried`,
    failed: 'Failed to retry the job',
    failureIn: 'toast',
    reload: 'always',
    onDone: () => setRetried(next_at),
  })
  return (
    <Button
      size="small"
      loading={retry.pending}
      disabled={retried === next_at}
      aria-label={`Retry ${name} ${id}`}
      onClick={() => retry.run({ params: { id } })}
    >
      <RotateCw size={15} aria-hidden="true" />
      Retry
    </Button>
  )
}

type DropProps = { job: FailedJob; onClose: () => void }

function Drop({ job: { id, name, to, error }, onClose }: DropProps) {
  const drop = useAction(health.dropJob, {
    done: `${name} discarded`,
    failed: 'Failed to discard the job',
    reload: 'always',
    onDone: onClose,
  })
  return (
    <Confirm
      open
      onClose={onClose}
      pending={drop.pending}
      problem={drop.error}
      onConfirm={() => drop.run({ params: { id } })}
      title={`Discard ${name}?`}
      confirm="Discard"
      danger
    >
      {to && <p className="[overflow-wrap:anywhere]">This job sends an email to {to}.</p>}
      <p>The job will not run again. You cannot undo this.</p>
      <p className="[overflow-wrap:anywhere]">{error}</p>
    </Confirm>
  )
}
