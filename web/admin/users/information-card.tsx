import type { ReactNode } from 'react'
import type { Account } from '#contract/users.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export function InformationCard({ user }: { user: Account }) {
  return (
    <Card>
      <CardHeader title="User Information" />
      <dl className="grid gap-3">
        <Fact name="Status">
          {user.banned ? <Badge tone="danger">Banned</Badge> : <Badge tone="success">Active</Badge>}
        </Fact>
        <Fact name="Join date">
          {day.format(new Date(user.created_at))}{' '}
          <span className="text-faint text-sm">
            (<TimeAgo at={user.created_at} />)
          </span>
        </Fact>
        <Fact name="Last login">
          {user.last_login ? <TimeAgo at={user.last_login} /> : 'Never'}
        </Fact>
        <Fact name="Email address">{user.verified ? 'Verified' : 'Not verified yet'}</Fact>
        <Fact name="Infraction count">{user.infraction_count}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <dt className="text-faint text-sm">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
