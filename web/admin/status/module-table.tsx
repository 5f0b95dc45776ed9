import { ArrowDown, ArrowUp } from 'lucide-react'
import type { StaffModule } from '#contract/outages/staff-status.ts'
import { staffStatus as calls } from '#contract/outages/staff-status.ts'
import { useAction } from '../../api/action.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { EditModule } from './edit-module.tsx'
import { RemoveModule } from './remove-module.tsx'
import { states } from './states.ts'

const tones: Record<StaffModule['status'], Tone> = {
  operational: 'success',
  updating: 'neutral',
  maintenance: 'warning',
  offline: 'danger',
}

/** The modules in the order of the status page. The arrow buttons change the order. */
export function ModuleTable({ uid, modules }: { uid: number; modules: StaffModule[] }) {
  const arrange = useAction(calls.arrange, {
    failed: 'Failed to change the order',
    failureIn: 'toast',
  })
  const moving = arrange.pending

  function move(at: number, by: 1 | -1) {
    const order = modules.map(({ repo }) => repo)
    ;[order[at], order[at + by]] = [order[at + by]!, order[at]!]
    void arrange.run({ body: order.slice(0, 500) })
  }

  const columns: Column<StaffModule>[] = [
    {
      header: 'Module',
      wide: true,
      cell: ({ repo }) => <span className="font-[600]">{repo}</span>,
    },
    { header: 'Version', cell: ({ version }) => version },
    {
      header: 'Status',
      cell: ({ status }) => (
        <Badge tone={tones[status]}>{states.find(({ value }) => value === status)!.label}</Badge>
      ),
    },
    { header: 'Updated', cell: ({ last_updated }) => <Moment look="table" at={last_updated} /> },
    {
      header: 'Actions',
      icons: true,
      cell: (module) => {
        const at = modules.indexOf(module)
        return (
          <div className="flex justify-end gap-0.5">
            <IconButton
              label={`Move ${module.repo} up`}
              icon={<ArrowUp size={17} />}
              size="small"
              disabled={at === 0 || moving}
              onClick={() => move(at, -1)}
            />
            <IconButton
              label={`Move ${module.repo} down`}
              icon={<ArrowDown size={17} />}
              size="small"
              disabled={at === modules.length - 1 || moving}
              onClick={() => move(at, 1)}
            />
            <EditModule uid={uid} module={module} />
            <RemoveModule module={module} />
          </div>
        )
      },
    },
  ]
  return (
    <Table
      caption="Modules"
      columns={columns}
      rows={modules}
      rowKey={({ repo }) => repo}
      empty={null}
      busy={moving}
    />
  )
}
