import type { DiscordAccount } from '#contract/access/staff-discord.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

type Role = DiscordAccount['roles'][number]

const looks: Record<Role['state'], { tone: Tone; label: string }> = {
  given: { tone: 'success', label: 'Given' },
  pending: { tone: 'neutral', label: 'Pending' },
  left_server: { tone: 'warning', label: 'Not in the server' },
  forbidden: { tone: 'danger', label: 'Forbidden' },
  failed: { tone: 'danger', label: 'Failed' },
}

/** The user's Discord account, and the status of the roles that subscriptions give. */
export function DiscordCard({ discord }: { discord: DiscordAccount | null }) {
  return (
    <Card>
      <CardHeader
        title="Discord"
        detail={
          discord && (
            <>
              {discord.username}, linked <Moment at={discord.linked_at} />
            </>
          )
        }
      />
      {discord === null ? (
        <p className="text-soft">No Discord account is linked.</p>
      ) : discord.roles.length === 0 ? (
        <p className="text-soft">No subscription of this user gives a role.</p>
      ) : (
        <ul className="grid gap-3">
          {discord.roles.map((role) => (
            <RoleState key={role.role_id} role={role} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function RoleState({ role }: { role: Role }) {
  const { tone, label } = looks[role.state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-[600]">{role.products.join(', ') || 'Deleted product'}</p>
        <p className="text-faint text-sm [overflow-wrap:anywhere]">
          Role {role.role_id}, checked <Moment at={role.checked_at} />
        </p>
        {role.detail && <p className="text-soft text-sm">{role.detail}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}
