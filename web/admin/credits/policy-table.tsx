import { Pencil } from 'lucide-react'
import type { TimePolicy } from '#contract/outages/credits.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { can } from '#contract/wire/capabilities.ts'
import { useDraftDialog } from '../../drafts.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { minutesInWords } from './lengths.ts'
import { PolicyDialog, policyDraft } from './policy-dialog.tsx'

type PolicyTableProps = { user: Me; policies: TimePolicy[]; repos: string[] }

/** The modules that count for each product, and how lost time is compensated. */
export function PolicyTable({ user, policies, repos }: PolicyTableProps) {
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
      header: 'Statuses',
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
      cell: (policy) => <EditPolicy uid={user.uid} policy={policy} repos={repos} />,
    })
  return (
    <Table
      caption="Policies"
      columns={columns}
      rows={policies}
      rowKey={({ game_id }) => game_id}
      empty={<p className="p-6 text-soft">There are no products yet.</p>}
    />
  )
}

type EditPolicyProps = { uid: number; policy: TimePolicy; repos: string[] }

function EditPolicy({ uid, policy, repos }: EditPolicyProps) {
  const [open, setOpen] = useDraftDialog(uid, policyDraft(policy.game_id))
  return (
    <>
      <IconButton
        label={`Edit the policy of ${policy.name}`}
        icon={<Pencil size={17} />}
        size="small"
        onClick={() => setOpen(true)}
      />
      {open && (
        <PolicyDialog uid={uid} policy={policy} repos={repos} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
