import { Package, Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import { api } from '../../api/client.ts'
import { isMissing } from '../../api/error.ts'
import { awayFrom } from '../../away.ts'
import { Cover } from '../../storefront/cover.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import type { Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { readPage, useListAddress } from '../list/address.ts'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/products'
import { DeleteProduct } from './delete-product.tsx'
import { EditProduct } from './edit-product.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch products', async () => {
    const [list, editing] = await Promise.all([
      loadList(request, staffProducts.list),
      loadEdited(request),
    ])
    return { ...list, editing }
  })
}

/** Loads the product whose dialog the URL opens. If it does not exist, the URL is corrected. */
async function loadEdited(request: Request) {
  const url = new URL(request.url)
  const id = url.searchParams.get('edit')
  if (id === null) return null
  try {
    const params = { id }
    const query = { page: readPage(url.searchParams, 'codes'), limit: codeRows }
    const [product, codes] = await Promise.all([
      api(staffProducts.get, { params }),
      api(staffDiscounts.list, { params, query }),
    ])
    return { product, codes: { ...codes, ...query } }
  } catch (error) {
    if (!isMissing(error)) throw error
    toast.error('No product selected for editing')
    url.searchParams.delete('edit')
    throw awayFrom(request, url.pathname + url.search)
  }
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { change } = useListAddress()
  const close = () =>
    change({ edit: null, codes: null, page: loaderData.data ? pageOf(loaderData.data) : null })
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
      {(data, user) => (
        <>
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
          {data.editing && (
            <EditProduct
              key={data.editing.product.id}
              user={user}
              onClose={close}
              {...data.editing}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** The number of codes on one page of the dialog. */
const codeRows = 50

const pageOf = ({ page }: { page: number }) => (page > 0 ? page + 1 : null)

const columns: Column<StaffProduct>[] = [
  {
    header: 'Product',
    wide: true,
    cell: ({ id, name, slug, image, hidden, featured }) => (
      <div className="flex min-w-0 items-center gap-3">
        <Cover image={image} sizes="2.5rem" className="h-8 w-7 shrink-0 rounded-sm" />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <p className="font-[600]">
            <EditLink id={id} name={name} /> {hidden && <Badge className="ml-1">Hidden</Badge>}
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
        <Edit product={product} />
        <DeleteProduct product={product} />
      </div>
    ),
  },
]

/** Opens the dialog and keeps the list's filters. */
function EditLink({ id, name }: Pick<StaffProduct, 'id' | 'name'>) {
  const { query } = useListAddress()
  const next = new URLSearchParams(query)
  next.set('edit', String(id))
  return (
    <Link
      to={{ search: String(next) }}
      preventScrollReset
      className="stretched group-hover:underline"
    >
      {name}
    </Link>
  )
}

function Edit({ product: { id, name } }: { product: StaffProduct }) {
  const { query, change } = useListAddress()
  return (
    <IconButton
      label={`Edit ${name}`}
      icon={<Pencil size={17} />}
      size="small"
      onClick={() => change({ edit: id, page: query.get('page') }, { replace: false })}
    />
  )
}
