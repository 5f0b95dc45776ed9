import { Package, Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import { Cover } from '../../storefront/cover.tsx'
import { Badge } from '../../ui/badge.tsx'
import { iconButtonClass, LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import type { Column } from '../../ui/table.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch products', () => loadList(request, staffProducts.list))
}

export default function Products({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Products"
      detail="Products in the order in which the store shows them."
      loaded={loaderData}
      actions={
        <LinkButton to="/admin/products/add" look="primary">
          <Plus size={18} aria-hidden="true" />
          Add Product
        </LinkButton>
      }
    >
      {(data) => (
        <List
          caption="Products"
          nouns={['product', 'products']}
          pressable
          columns={columns}
          list={data}
          rows={data.games}
          rowKey={({ id }) => id}
          icon={<Package size={26} />}
          none={['No products yet', 'Add a product, and it appears in the store immediately.']}
          noMatch={['No products match', 'Search for part of a name.']}
        >
          <SearchBox label="Search products" placeholder="Part of a name…" />
        </List>
      )}
    </Page>
  )
}

const columns: Column<StaffProduct>[] = [
  {
    header: 'Product',
    wide: true,
    cell: ({ id, name, slug, image, hidden, featured }) => (
      <div className="flex min-w-0 items-center gap-3">
        <Cover image={image} sizes="2.5rem" className="h-8 w-7 shrink-0 rounded-sm" />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <p className="font-[600]">
            <Link to={`/admin/products/${id}`} className="stretched group-hover:underline">
              {name}
            </Link>{' '}
            {hidden && <Badge className="ml-1">Hidden</Badge>}
            {featured && (
              <Badge tone="signal" className="ml-1">
                Featured
              </Badge>
            )}
          </p>
          <p className="text-faint text-sm">{slug}</p>
        </div>
      </div>
    ),
  },
  {
    header: 'Price',
    align: 'end',
    cell: ({ price, sale }) => (
      <>
        <Price amount={price} />
        {sale && (
          <Badge tone="signal" className="ml-2">
            −{sale.percent}%
          </Badge>
        )}
      </>
    ),
  },
  {
    header: 'Status',
    cell: ({ disabled }) =>
      disabled ? <Badge>Disabled</Badge> : <Badge tone="success">Active</Badge>,
  },
  {
    header: 'Actions',
    icons: true,
    cell: (product) => (
      <div className="flex justify-end gap-1">
        <Link
          to={`/admin/products/${product.id}`}
          title={`Edit ${product.name}`}
          aria-label={`Edit ${product.name}`}
          className={iconButtonClass('small')}
        >
          <Pencil size={17} />
        </Link>
        <DeleteProduct product={product} />
      </div>
    ),
  },
]
