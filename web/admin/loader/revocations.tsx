import { ShieldOff } from 'lucide-react'
import { Link } from 'react-router'
import { type Revocation, staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { shopNow } from '#web/clock.ts'
import { formatMoment } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/revocations'
import { LoaderTabs } from './loader-tabs.tsx'
import { RevokeLoaders } from './revoke.tsx'
import { UndoRevocation } from './undo-revocation.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load revocations', () =>
    loadList(request, staffRevocations.list),
  )
}

export default function Revocations({ loaderData }: Route.ComponentProps) {
  const { user: me } = loaderData
  return (
    <Page
      title="Loader"
      detail="Loaders that were suspended or revoked. A revocation can be undone within 24 hours."
      loaded={loaderData}
      actions={
        me && (
          <RevokeLoaders
            me={me}
            target={{ scope: 'below' }}
            title="Revoke all loaders below a version"
            label="Revoke Old Versions"
          />
        )
      }
    >
      {(data) => (
        <>
          <LoaderTabs current="revocations" />
          <List
            caption="Revocations"
            nouns={['revocation', 'revocations']}
            columns={columns}
            list={data}
            rows={data.revocations}
            rowKey={({ id }) => id}
            icon={<ShieldOff size={26} />}
            none={[
              'No revocations yet',
              'Revoke a single build on the Builds tab, or all of a customer’s builds on the customer’s page.',
            ]}
          />
        </>
      )}
    </Page>
  )
}

function meantBy({ scope, user, below }: Revocation) {
  if (scope === 'below') return `All builds below ${below}`
  return scope === 'build' ? `A build of ${user?.username}` : `All builds of ${user?.username}`
}

const isOver = ({ undo_until }: Revocation) =>
  undo_until !== null && Date.parse(undo_until) <= shopNow()

const columns: Column<Revocation>[] = [
  {
    header: 'Revocation',
    wide: true,
    cell: (revocation) => {
      const { build, user, reason } = revocation
      return (
        <div className="min-w-0 [overflow-wrap:anywhere]">
          {user ? (
            <Link to={`/admin/users/${user.uid}`} className="font-[600] hover:underline">
              {meantBy(revocation)}
            </Link>
          ) : (
            <span className="font-[600]">{meantBy(revocation)}</span>
          )}
          {build && <p className="font-mono text-faint text-xs">{build}</p>}
          <p className="text-soft text-sm">{reason}</p>
        </div>
      )
    },
  },
  {
    header: 'Status',
    cell: ({ state, undone }) =>
      undone ? (
        <Badge tone="neutral">{state === 'revoked' ? 'Undone' : 'Lifted'}</Badge>
      ) : (
        <Badge tone={state === 'revoked' ? 'danger' : 'warning'}>
          {state === 'revoked' ? 'Revoked' : 'Suspended'}
        </Badge>
      ),
  },
  { header: 'By', cell: ({ by }) => by },
  { header: 'Date', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
  {
    header: 'Undo',
    align: 'end',
    cell: (revocation) => {
      const { undone, undo_until } = revocation
      if (undone) return <span className="text-faint text-sm">By {undone.by}</span>
      if (isOver(revocation)) return <span className="text-faint text-sm">Expired</span>
      return (
        <div className="grid justify-items-end gap-1">
          <UndoRevocation revocation={revocation} of={meantBy(revocation)} />
          {undo_until && (
            <span className="text-faint text-xs">Until {formatMoment(undo_until)}</span>
          )}
        </div>
      )
    },
  },
]
