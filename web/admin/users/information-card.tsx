import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/people/staff-users.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

export function InformationCard({ user }: { user: User }) {
  return (
    <Card>
      <CardHeader title="User Information" />
      <dl className="grid gap-3">
        <Fact name="Status">
          {user.banned ? <Badge tone="danger">Banned</Badge> : <Badge tone="success">Active</Badge>}
        </Fact>
        <Fact name="Join date">
          <Moment look="lines" at={user.created_at} />
        </Fact>
        <Fact name="Last login">
          {user.last_login ? <Moment look="lines" at={user.last_login} /> : 'Never'}
        </Fact>
        <Fact name="Email address">{user.verified ? 'Verified' : 'Not verified yet'}</Fact>
        <Fact name="Second factor">{user.second_factor ? 'On' : 'Off'}</Fact>
        <Fact name="Terms accepted">
          {user.terms_version && user.terms_accepted_at ? (
            <>
              <Link
                to={`/terms/${user.terms_version}`}
                className="underline decoration-edge underline-offset-4 hover:decoration-signal"
              >
                Version {user.terms_version}
              </Link>
              <br />
              <Moment look="lines" at={user.terms_accepted_at} />
            </>
          ) : (
            'Not at sign-up'
          )}
        </Fact>
        <Fact name="Infraction count">{user.infraction_count}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-6">
      <dt className="shrink-0 text-faint text-sm">{name}</dt>
      <dd className="min-w-0 text-right tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
