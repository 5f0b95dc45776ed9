import { PackageOpen } from 'lucide-react'
import { type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import { formatSize } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { Identity } from '../loader/release-cells.tsx'
import type { Route } from './+types/releases'
import { loadProduct } from './load-product.ts'
import { ProductPage } from './product-page.tsx'

export const clientLoader = (given: Route.ClientLoaderArgs) =>
  loadProduct(given, async (request, product) => ({
    list: await loadList(request, staffReleases.list, { fixed: { product } }),
  }))

/** The releases of the product's module. Staff upload and promote them on the loader's page. */
export default function ProductReleases({ loaderData, params }: Route.ComponentProps) {
  return (
    <ProductPage id={params.id} section="/releases" loaded={loaderData}>
      {({ list }) => (
        <List
          caption="Releases"
          nouns={['release', 'releases']}
          columns={columns}
          list={list}
          rows={list.releases}
          rowKey={({ id }) => id}
          icon={<PackageOpen size={26} />}
          none={['No releases yet', 'Upload the releases of this product’s module under Loader.']}
        >
          <LinkButton to={`/admin/loader?product=${params.id}`}>Manage Releases</LinkButton>
        </List>
      )}
    </ProductPage>
  )
}

const columns: Column<Release>[] = [
  { header: 'Release', wide: true, cell: (release) => <Identity release={release} /> },
  { header: 'Size', align: 'end', cell: ({ size }) => formatSize(size) },
  { header: 'Uploaded', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
]
