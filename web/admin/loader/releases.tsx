import { PackageOpen } from 'lucide-react'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { releaseUploads } from '#contract/licensing/release-uploads.ts'
import { channel as channelOf } from '#contract/licensing/releases.ts'
import { kind as kindOf, type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { formatSize } from '../../format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { Pager } from '../list/pager.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/releases'
import { channels } from './channels.ts'
import { EditRelease } from './edit-release.tsx'
import { LoaderTabs } from './loader-tabs.tsx'
import { PromoteRelease } from './promote-release.tsx'
import { BuildCounts, Identity } from './release-cells.tsx'
import { RollBack } from './roll-back.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { UploadRelease } from './upload-release.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page, limit } = readList(request)
  const kind = kindOf.safeParse(query.get('kind')).data
  const channel = channelOf.safeParse(query.get('channel')).data
  const product = /^[1-9]\d{0,9}$/.exec(query.get('product') ?? '')?.[0]
  return asStaff(request, 'Failed to load releases', async () => {
    const [found, { games: products }, { uploads }] = await Promise.all([
      api(staffReleases.list, { query: { page, limit, kind, channel, product } }),
      api(staffProducts.list, { query: { page: 0, limit: 100 } }),
      api(releaseUploads.list),
    ])
    const narrowed = Boolean(kind || channel || product)
    return { page, limit, narrowed, products, uploads, ...found }
  })
}

export default function Releases({ loaderData }: Route.ComponentProps) {
  const { data, user } = loaderData
  const building = data?.releases.some(({ builds }) => builds.building > 0)
  usePolling(building ? 5000 : null)
  return (
    <Page
      title="Loader"
      detail="The program that each customer’s loader is built from, and the modules that it downloads."
      loaded={loaderData}
      actions={data && <UploadRelease uid={user.uid} products={data.products} />}
    >
      {(shown) => (
        <>
          <LoaderTabs current="releases" />
          <UnfinishedUploads uploads={shown.uploads} />
          <div className="mb-4 flex flex-wrap gap-3">
            <Filter label="Kind" name="kind" options={kinds} />
            <Filter
              label="Product"
              name="product"
              options={[
                { value: 'all', label: 'All products' },
                ...shown.products.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
            <Filter
              label="Channel"
              name="channel"
              options={[{ value: 'all', label: 'All channels' }, ...channels]}
            />
          </div>
          <Table
            caption="Releases"
            columns={columnsFor(user)}
            rows={shown.releases}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<PackageOpen size={26} />}
                title={shown.narrowed ? 'No releases match' : 'No releases yet'}
              >
                {shown.narrowed
                  ? 'Choose another kind, product or channel.'
                  : 'Customers can’t request a loader until you upload and promote a release.'}
              </EmptyState>
            }
          />
          <Pager {...shown} nouns={['release', 'releases']} />
        </>
      )}
    </Page>
  )
}

const kinds = [
  { value: 'all', label: 'All kinds' },
  { value: 'loader', label: 'Loader' },
  { value: 'module', label: 'Modules' },
]

const columnsFor = ({ uid }: Me): Column<Release>[] => [
  { header: 'Release', wide: true, cell: (release) => <Identity release={release} /> },
  { header: 'Size', align: 'end', cell: ({ size }) => formatSize(size) },
  {
    header: 'Builds',
    cell: ({ kind, builds }) => (kind === 'loader' ? <BuildCounts {...builds} /> : '–'),
  },
  {
    header: 'Uploaded',
    cell: ({ created_at, created_by, api_key }) => (
      <div className="min-w-0">
        <Moment stacked at={created_at} />
        {(created_by ?? api_key) && (
          <p className="text-faint text-sm [overflow-wrap:anywhere]">
            by {created_by ?? `key ${api_key}`}
          </p>
        )}
      </div>
    ),
  },
  {
    header: 'Actions',
    align: 'end',
    cell: (release) => (
      <div className="flex items-center justify-end gap-2 max-sm:flex-wrap">
        {release.previous !== null && <RollBack release={release} />}
        <PromoteRelease uid={uid} release={release} />
        <EditRelease uid={uid} release={release} />
      </div>
    ),
  },
]
