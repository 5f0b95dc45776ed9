import { PackageOpen } from 'lucide-react'
import { Link } from 'react-router'
import { type Release, staffReleases } from '#contract/staff-loader.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { formatCount } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { readList } from '../list/address.ts'
import { Pager } from '../list/pager.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { formatSize } from '../size.ts'
import type { Route } from './+types/releases'
import { LoaderTabs } from './loader-tabs.tsx'
import { MakeCurrent } from './make-current.tsx'
import { UploadRelease } from './upload-release.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, limit } = readList(request)
  return asStaff(request, 'Failed to load releases', async () => ({
    page,
    limit,
    ...(await api(staffReleases.list, { query: { page, limit } })),
  }))
}

export default function Releases({ loaderData }: Route.ComponentProps) {
  const building = loaderData.data?.releases.some(({ builds }) => builds.building > 0)
  usePolling(building ? 5000 : null)
  return (
    <Page
      title="Loader"
      detail="The program that customers’ loaders are made of."
      loaded={loaderData}
      actions={<UploadRelease uid={loaderData.user.uid} />}
    >
      {(data) => (
        <>
          <LoaderTabs current="releases" />
          <Table
            caption="Releases"
            columns={columns}
            rows={data.releases}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<PackageOpen size={26} />} title="No releases yet">
                Until there is one, customers are told that there is nothing to build from.
              </EmptyState>
            }
          />
          <Pager {...data} noun="releases" />
        </>
      )}
    </Page>
  )
}

const columns: Column<Release>[] = [
  {
    header: 'Release',
    wide: true,
    cell: ({ version, notes, current, sha256 }) => (
      <div className="min-w-0 py-1">
        <p className="flex flex-wrap items-center gap-2 font-[600]">
          {version} {current && <Badge tone="success">Current</Badge>}
        </p>
        {notes && <p className="whitespace-pre-line text-soft text-sm">{notes}</p>}
        <p className="font-mono text-faint text-xs" title={sha256}>
          SHA-256 {sha256.slice(0, 16)}…
        </p>
      </div>
    ),
  },
  { header: 'Size', align: 'end', cell: ({ size }) => formatSize(size) },
  { header: 'Builds', cell: ({ builds }) => <Builds {...builds} /> },
  {
    header: 'Uploaded',
    cell: ({ created_at, created_by }) => (
      <>
        <Moment stacked at={created_at} />
        {created_by && <p className="text-faint text-sm">by {created_by}</p>}
      </>
    ),
  },
  {
    header: 'Actions',
    align: 'end',
    cell: (release) => <MakeCurrent release={release} />,
  },
]

function Builds({ ready, building, failed }: Release['builds']) {
  return (
    <span className="tabular-nums">
      {formatCount(ready)} ready
      {building > 0 && <span className="text-soft">, {formatCount(building)} under way</span>}
      {failed > 0 && (
        <>
          {', '}
          <Link
            to="/admin/loader/builds?status=failed"
            className="text-danger underline underline-offset-2"
          >
            {formatCount(failed)} failed
          </Link>
        </>
      )}
    </span>
  )
}
