import {
  type PriceChangePreview,
  staffPriceChanges,
} from '#contract/selling/staff-price-changes.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { api } from '../../api/client.ts'
import { formatCount, formatPrice } from '../../format.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Price } from '../../ui/price.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { readPage } from '../list/address.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/renewal-prices'
import { MoveRenewals } from './move-renewals.tsx'
import { changesOfMove, leftOutOf } from './price-change-words.ts'
import { PriceChanges } from './price-changes.tsx'

/** Few, because each takes several lines. */
const changeRows = 10

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the renewals', async () => {
    const { id } = params
    const query = { page: readPage(new URL(request.url).searchParams, 'moves'), limit: changeRows }
    const [preview, { changes, total }] = await Promise.all([
      api(staffPriceChanges.preview, { params: { id } }),
      api(staffPriceChanges.list, { params: { id }, query }),
    ])
    return { id: Number(id), preview, changes: { changes, total, ...query } }
  })
}

export default function RenewalPrices({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page
      key={params.id}
      title="Prices of Renewals"
      back={
        loaderData.data
          ? { to: `/admin/products/${params.id}/plans`, label: 'Plans and sale' }
          : { to: '/admin/products', label: 'Products' }
      }
      detail={loaderData.data?.preview.product}
      loaded={loaderData}
    >
      {({ id, preview, changes }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Preview id={id} preview={preview} />
          <PriceChanges {...changes} />
        </div>
      )}
    </Page>
  )
}

function Preview({ id, preview }: { id: number; preview: PriceChangePreview }) {
  const { groups, raised, lowered, replaced } = preview
  const moves = raised.people + lowered.people + replaced > 0
  const left = leftOutOf(preview)
  const shown = groups.reduce((sum, { people }) => sum + people, 0)
  const rest = raised.people + lowered.people - shown
  return (
    <Card>
      <CardHeader
        title="Move renewals to the new price"
        detail="Active renewals keep the price that was agreed, even if the product’s price changes. Sales and discount codes do not affect the new price."
        actions={moves && <MoveRenewals id={id} preview={preview} />}
      />
      {moves ? (
        <>
          <ul className="mb-5 grid gap-1.5">
            {changesOfMove(preview).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {groups.length > 0 && (
            <Table
              caption="Current and new prices"
              columns={columns}
              rows={groups}
              rowKey={({ plan, old_price }) => `${plan} ${old_price}`}
              empty={null}
            />
          )}
          {rest > 0 && (
            <p className="mt-3 text-faint text-sm">And {formatCount(rest)} more at other prices.</p>
          )}
        </>
      ) : (
        <p>
          There are no renewals to move. Every active renewal has the current price, has it
          announced, or cannot be moved.
        </p>
      )}
      {left.length > 0 && (
        <section aria-label="Not moved" className="mt-6 border-line border-t pt-5">
          <h3 className="label mb-2">Not moved</h3>
          <ul className="grid gap-1.5 text-soft text-sm">
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

const columns: Column<PriceChangePreview['groups'][number]>[] = [
  { header: 'Plan', cell: ({ plan }) => <span className="font-[600]">{labelOf(plan)}</span> },
  { header: 'People', align: 'end', cell: ({ people }) => formatCount(people) },
  { header: 'Current price', align: 'end', cell: ({ old_price }) => <Price amount={old_price} /> },
  { header: 'New price', align: 'end', cell: ({ new_price }) => <Price amount={new_price} /> },
  {
    header: 'Change per charge',
    align: 'end',
    cell: ({ old_price, new_price }) => {
      const more = Math.round((new_price - old_price) * 100) / 100
      return `${more > 0 ? '+' : ''}${formatPrice(more)}`
    },
  },
]
