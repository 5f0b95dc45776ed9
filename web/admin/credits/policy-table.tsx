import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { TimePolicy } from '#contract/outages/credits.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { can } from '#contract/wire/capabilities.ts'
import { readDraft } from '../../drafts.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { minutesInWords } from './lengths.ts'
import { PolicyDialog, policyDraft } from './policy-dialog.tsx'

type PolicyTableProps = { user: Me; policies: TimePolicy[]; repos: string[] }

/** The modules that count for each product, and how lost time is compensated. */
export function PolicyTable({ user, policies, repos }: PolicyTableProps) {
  const [edited, setEdited] = useState(() => {
    const drafted = policies.find(({ game_id }) => readDraft(user.uid, policyDraft(game_id)))
    return drafted?.game_id ?? null
  })
  const policy = policies.find(({ game_id }) => game_id === edited)
  const columns: Column<TimePolicy>[] = [
    {
      header: 'Product',
      wide: true,
      cell: ({ name, repos }) => (
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-[600]">{name}</span>
          <p className="text-faint text-sm">{repos.join(', ') || 'No modules chosen'}</p>
        </div>
      ),
    },
    {
      header: 'States',
      cell: ({ states }) => (states.length > 0 ? states.join(', ') : 'none'),
    },
    { header: 'Lost time', cell: ({ mode }) => (mode === 'still' ? 'frozen' : 'credited') },
    { header: 'Minimum', cell: ({ from_minutes }) => minutesInWords(from_minutes) },
    { header: 'Factor', align: 'end', cell: ({ factor }) => `× ${factor}` },
  ]
  if (can(user, 'manage_credits'))
    columns.push({
      header: 'Actions',
      icons: true,
      cell: ({ game_id, name }) => (
        <IconButton
          label={`Edit the policy of ${name}`}
          icon={<Pencil size={17} />}
          size="small"
          onClick={() => setEdited(game_id)}
        />
      ),
    })
  return (
    <>
      <Table
        caption="Policies"
        columns={columns}
        rows={policies}
        rowKey={({ game_id }) => game_id}
        empty={<p className="p-6 text-soft">There are no products yet.</p>}
      />
      {policy && (
        <PolicyDialog
          uid={user.uid}
          policy={policy}
          repos={repos}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
