import { Hammer } from 'lucide-react'
import { Link } from 'react-router'
import { type Build, staffBuilds } from '#contract/licensing/staff-loader.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { usePolling } from '../../api/polling.ts'
import { formatCount, formatSize } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/builds'
import { LoaderTabs } from './loader-tabs.tsx'
import { RetryAll, RetryBuild } from './retry.tsx'
import { RevokeLoaders } from './revoke.tsx'

const states = [
  { value: 'all', label: 'All builds' },
  { value: 'failed', label: 'Failed' },
  { value: 'building', label: 'Building' },
  { value: 'ready', label: 'Ready' },
] as const

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load builds', () =>
    loadList(request, staffBuilds.list, { filters: ['status'] }),
  )
}

export default function Builds({ loaderData }: Route.ComponentProps) {
  const building = loaderData.data?.builds.some(({ status }) => status === 'building')
  usePolling(building ? 2000 : null)
  return (
    <Page
      title="Loader"
      detail="Each customer’s own copy, marked so that a leak can be traced."
      loaded={loaderData}
      actions={<RetryAll />}
    >
      {(data) => (
        <>
          <LoaderTabs current="builds" />
          <List
            caption="Builds"
            nouns={['build', 'builds']}
            pressable
            columns={columnsFor(loaderData.user)}
            list={data}
            rows={data.builds}
            rowKey={({ id }) => id}
            icon={<Hammer size={26} />}
            none={[
              'No builds yet',
              'A loader is built when a customer with a subscription requests it.',
            ]}
            noMatch={[
              'No builds match',
              'Search for the start of a username or for a full build ID.',
            ]}
          >
            <SearchBox label="Search builds" placeholder="Username or build ID" />
            <Filter label="Status" name="status" options={states} />
          </List>
        </>
      )}
    </Page>
  )
}

const looks: Record<Build['status'], [string, Tone]> = {
  ready: ['Ready', 'success'],
  building: ['Building', 'neutral'],
  failed: ['Failed', 'danger'],
}

function lookOf({ status, state, kept }: Build): [string, Tone] {
  if (state === 'revoked') return ['Revoked', 'danger']
  if (state === 'suspended') return ['Suspended', 'warning']
  return status === 'ready' && !kept ? ['Replaced', 'neutral'] : looks[status]
}

const columnsFor = (me: Me | null): Column<Build>[] => [
  {
    header: 'Customer',
    wide: true,
    cell: ({ id, uid, username, error }) => (
      <div className="min-w-0">
        <Link to={`/admin/users/${uid}`} className="stretched font-[600] hover:underline">
          {username}
        </Link>
        <p className="font-mono text-faint text-xs [overflow-wrap:anywhere]">{id}</p>
        {error && <p className="text-danger text-sm">{error}</p>}
      </div>
    ),
  },
  { header: 'Version', cell: ({ version }) => version },
  {
    header: 'Status',
    cell: (build) => {
      const [label, tone] = lookOf(build)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  { header: 'Size', align: 'end', cell: ({ size }) => (size === null ? '–' : formatSize(size)) },
  {
    header: 'Downloads',
    align: 'end',
    cell: ({ downloads }) => formatCount(downloads),
  },
  { header: 'Requested', cell: ({ requested_at }) => <Moment look="table" at={requested_at} /> },
  {
    header: 'Actions',
    align: 'end',
    cell: (build) =>
      build.status === 'failed' ? (
        <RetryBuild build={build} />
      ) : (
        me &&
        build.state !== 'revoked' && (
          <RevokeLoaders
            me={me}
            target={{ scope: 'build', build: build.id }}
            title={`Revoke a loader of ${build.username}`}
            label={`Revoke ${build.username}, ${build.version}`}
            small
          />
        )
      ),
  },
]
