import { TicketPercent } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ListedDiscount, staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { api } from '../../api/client.ts'
import { shopNow } from '../../clock.ts'
import { formatCount, formatDayRange, formatPrice } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { filtersOf, useListAddress } from '../list/address.ts'
import { download, ExportButton } from '../list/export-button.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { useLoadingRows } from '../list/loading.ts'
import { SearchBox } from '../list/search-box.tsx'
import { useSort } from '../list/sort.ts'
import { AddCode, type NewCodesProps } from './add-code.tsx'
import type { ProductOption } from './code-fields.tsx'
import { GenerateCodes } from './generate-codes.tsx'
import { RemoveCode } from './remove-code.tsx'

const filters = ['product', 'state', 'sort'] as const

/** Loads the codes that the URL asks for, of all products or of one. */
export const loadCodes = (request: Request, product?: string) =>
  loadList(request, staffDiscounts.list, { filters, ...(product && { fixed: { product } }) })

type Codes = Awaited<ReturnType<typeof loadCodes>>

type CodeListProps = {
  list: Codes
  /** On the page of all codes: the products to choose from. */
  products?: readonly ProductOption[]
  /** The actions, if they are not in the header of the page. */
  children?: ReactNode
}

/** A list of discount codes, of all products or of one. */
export function CodeList({ list, products, children }: CodeListProps) {
  const sortBy = useSort('-added')
  const loading = useLoadingRows()
  return (
    <List
      caption="Discount codes"
      nouns={['code', 'codes']}
      columns={columnsFor(sortBy, products !== undefined)}
      list={list}
      rows={list.discounts}
      rowKey={({ id }) => id}
      busy={loading}
      icon={<TicketPercent size={26} />}
      none={['No discount codes yet', 'Add a code, or generate many at once.']}
      noMatch={['No codes match', 'Search for another part of the code, or remove a filter.']}
    >
      <SearchBox label="Search codes" placeholder="Part of a code…" />
      {products && (
        <Filter
          label="Product"
          name="product"
          options={[
            { value: 'all', label: 'All products' },
            ...products.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <Filter label="Status" name="state" options={states} />
      <Filter label="Sort by" name="sort" options={orders} />
      {children}
    </List>
  )
}

/** Exports the matching codes, and adds codes. */
export function CodeActions({ total, ...of }: NewCodesProps & { total: number }) {
  return (
    <>
      <Export product={of.product} disabled={total === 0} />
      <GenerateCodes {...of} />
      <AddCode {...of} />
    </>
  )
}

const states = [
  { value: 'any', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'expired', label: 'Expired' },
  { value: 'used_up', label: 'Used up' },
]

const orders = [
  { value: '-added', label: 'Newest first' },
  { value: 'added', label: 'Oldest first' },
  { value: 'code', label: 'Code, A to Z' },
  { value: '-code', label: 'Code, Z to A' },
]

function Export({ product, disabled }: { product?: ProductOption | undefined; disabled: boolean }) {
  const { query } = useListAddress()
  async function save() {
    const { search, state } = Object.fromEntries(query)
    const wanted = { search, state, product: product?.id ?? query.get('product') ?? undefined }
    await api(staffDiscounts.list, { query: { limit: 1 } })
    download(staffDiscounts.export.path, filtersOf(wanted))
  }
  return (
    <ExportButton save={save} failed="Failed to export the codes" disabled={disabled}>
      Export CSV
    </ExportButton>
  )
}

const columnsFor = (
  sortBy: ReturnType<typeof useSort>,
  hasProducts: boolean,
): Column<ListedDiscount>[] => [
  {
    header: 'Code',
    wide: true,
    sort: sortBy('code'),
    cell: (discount) => <Code discount={discount} />,
  },
  ...(hasProducts ? [productColumn] : []),
  {
    header: 'Discount',
    cell: ({ type, amount }) => (type === 1 ? `${amount}% off` : `${formatPrice(amount)} off`),
  },
  {
    header: 'Uses',
    align: 'end',
    cell: ({ used_count, max_uses }) =>
      formatCount(used_count) + (max_uses > 0 ? ` of ${formatCount(max_uses)}` : ''),
  },
  {
    header: 'Period',
    cell: ({ start_date, end_date }) => formatDayRange(start_date, end_date),
  },
  { header: 'Status', cell: (discount) => <State discount={discount} /> },
  { header: 'Actions', icons: true, cell: (discount) => <RemoveCode discount={discount} /> },
]

const productColumn: Column<ListedDiscount> = {
  header: 'Product',
  cell: ({ gid, product_name }) => (
    <Link to={`/admin/products/${gid}/codes`} className="[overflow-wrap:anywhere] hover:underline">
      {product_name}
    </Link>
  ),
}

function Code({ discount }: { discount: ListedDiscount }) {
  const limits = limitsOf(discount)
  return (
    <div className="min-w-0">
      <p className="break-all font-[600] font-mono text-sm">{discount.code}</p>
      {limits.length > 0 && <p className="text-faint text-sm">{limits.join(' · ')}</p>}
    </div>
  )
}

function limitsOf({ max_per_customer, min_order, first_order, renewals }: ListedDiscount) {
  return [
    ...(max_per_customer > 0 ? [`${max_per_customer} per customer`] : []),
    ...(min_order > 0 ? [`from ${formatPrice(min_order)}`] : []),
    ...(first_order ? ['first order only'] : []),
    ...(renewals > 0 ? [renewals === 1 ? 'also 1 renewal' : `also ${renewals} renewals`] : []),
  ]
}

function State({ discount }: { discount: ListedDiscount }) {
  const [state, tone] = stateOf(discount, shopNow())
  return <Badge tone={tone}>{state}</Badge>
}

function stateOf(code: ListedDiscount, now: number): [string, Tone] {
  if (now < Date.parse(code.start_date)) return ['Scheduled', 'neutral']
  if (now >= Date.parse(code.end_date)) return ['Expired', 'neutral']
  if (code.max_uses > 0 && code.used_count >= code.max_uses) return ['Used up', 'warning']
  return ['Active', 'success']
}
