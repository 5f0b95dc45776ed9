import { KeyRound } from 'lucide-react'
import type { ApiKey } from '#contract/platform/api-keys.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { MakeKey } from './make-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { scopeLabels } from './scopes.ts'

/** The API keys with which pipelines report module states and upload releases. */
export function ApiKeys({ keys }: { keys: ApiKey[] }) {
  return (
    <section aria-labelledby="api-keys">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="api-keys" className="title text-xl">
            API Keys
          </h2>
          <p className="mt-1 max-w-[60ch] text-soft">
            Build pipelines use a key to report module statuses (
            <code className="break-words font-mono text-sm">PUT /api/status/{'{module}'}</code>) and
            to upload releases (<code className="font-mono text-sm">POST /api/releases</code>).
          </p>
        </div>
        <MakeKey />
      </header>
      <Table
        caption="API keys"
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<KeyRound size={26} />} title="No API keys">
            Create a key for each pipeline, so that you can revoke them separately.
          </EmptyState>
        }
      />
    </section>
  )
}

const columns: Column<ApiKey>[] = [
  {
    header: 'Name',
    wide: true,
    cell: ({ name, maker_left }) => (
      <div className="min-w-0">
        <span className="font-[600] [overflow-wrap:anywhere]">{name}</span>
        {maker_left && (
          <span className="mt-0.5 block text-sm text-warning">
            Its creator is no longer an administrator and may have a copy.
          </span>
        )}
      </div>
    ),
  },
  {
    header: 'Permissions',
    cell: ({ scopes }) => scopes.map((scope) => scopeLabels[scope]).join(', '),
  },
  {
    header: 'Created',
    cell: ({ created_at, created_by }) => (
      <span>
        <Moment look="table" at={created_at} />
        {created_by && <span className="text-faint"> by {created_by}</span>}
      </span>
    ),
  },
  {
    header: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at ? <Moment look="table" at={last_used_at} /> : 'Never',
  },
  {
    header: 'Actions',
    align: 'end',
    cell: (key) => <RevokeKey apiKey={key} />,
  },
]
