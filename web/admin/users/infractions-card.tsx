import { infractions as endpoints, type Infraction } from '#contract/licensing/infractions.ts'
import type { User } from '#contract/people/staff-users.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { may } from '#contract/wire/endpoint.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { cardRows } from './load-user.ts'
import { RecordInfraction } from './record-infraction.tsx'

type InfractionsCardProps = {
  user: User
  me: Me
  infractions: readonly Infraction[]
  total: number
  page: number
}

export function InfractionsCard({ user, me, infractions, total, page }: InfractionsCardProps) {
  return (
    <Card>
      <CardHeader
        title="Infractions History"
        actions={may(me, endpoints.add) && <RecordInfraction user={user} />}
      />
      {total === 0 && <p className="text-soft">No infractions found for this user</p>}
      <ul className="divide-y divide-line">
        {infractions.map((infraction) => (
          <li key={infraction.id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={infraction.cleared_at ? 'neutral' : 'warning'}>{infraction.type}</Badge>
              {infraction.cleared_at && (
                <span className="text-faint text-sm">
                  Cleared <Moment at={infraction.cleared_at} />
                </span>
              )}
              <span className="text-faint text-sm sm:ml-auto">
                <Moment at={infraction.created_at} />
              </span>
            </div>
            <p className="min-w-0">{infraction.reason}</p>
            <Details details={infraction.details} />
          </li>
        ))}
      </ul>
      <CardPager
        name="infractions"
        page={page}
        size={cardRows}
        total={total}
        nouns={['infraction', 'infractions']}
      />
    </Card>
  )
}

/** JSON in a readable form: indented, without quotes. */
function Details({ details }: Pick<Infraction, 'details'>) {
  if (Object.keys(details).length === 0) return null
  return (
    <pre className="whitespace-pre-wrap rounded-md bg-well px-4 py-3 font-mono text-sm [overflow-wrap:anywhere]">
      {JSON.stringify(details, null, 2).replaceAll(/\\?"/g, '')}
    </pre>
  )
}
