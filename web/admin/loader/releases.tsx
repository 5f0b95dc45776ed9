import { PackageOpen } from 'lucide-react'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { releaseUploads } from '#contract/licensing/release-uploads.ts'
import { type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { formatSize } from '../../format.ts'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
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
  return asStaff(request, 'Failed to load releases', async () => {
    const [list, { games: products }, { uploads }] = await Promise.all([
      loadList(request, staffReleases.list, { filters: ['kind', 'channel', 'product'] }),
      api(staffProducts.list, { query: { page: 0, limit: 100 } }),
      api(releaseUploads.list),
    ])
    return { ...list, products, uploads }
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
          <List
            caption="Releases"
            nouns={['release', 'releases']}
            columns={columnsFor(user)}
            list={shown}
            rows={shown.releases}
            rowKey={({ id }) => id}
            icon={<PackageOpen size={26} />}
            none={[
              'No releases yet',
              'Customers can’t request a loader until you upload and promote a release.',
            ]}
            noMatch={['No releases match', 'Choose another kind, product or channel.']}
          >
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
          </List>
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
        <Moment look="table" at={created_at} />
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
