import { Percent, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { defaultPlans, priceOfPlan } from '#contract/wire/terms.ts'
import { shopNow } from '#web/clock.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readCents, readPercent } from '../amounts.ts'
import { faultsOfSale, newSale, problemOfSale, type SaleDraft, stateOfSale } from './sale-draft.ts'

type SaleEditorProps = {
  value: SaleDraft | null
  onChange: (sale: SaleDraft | null) => void
  error: string | undefined
  /** The monthly price, as typed. */
  price: string
}

/** A temporary discount on all plans of a product. */
export function SaleEditor({ value, onChange, error, price }: SaleEditorProps) {
  const heading = useId()
  const faults = error && value ? faultsOfSale(value) : undefined
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="title flex items-center gap-3 text-base">
          Sale
          {value && <State sale={value} />}
        </h2>
        {value ? (
          <Button size="small" onClick={() => onChange(null)}>
            <Trash2 size={16} aria-hidden="true" />
            Remove Sale
          </Button>
        ) : (
          <Button size="small" onClick={() => onChange(newSale())}>
            <Percent size={16} aria-hidden="true" />
            Add Sale
          </Button>
        )}
      </div>
      {value ? (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label="Percent off"
            inputMode="numeric"
            autoComplete="off"
            hint={monthOf(value, price)}
            error={faults?.percent}
            value={value.percent}
            onChange={({ target }) => onChange({ ...value, percent: target.value })}
          />
          <TextField
            label="From"
            type="datetime-local"
            error={faults?.from}
            value={value.from}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
          />
          <TextField
            label="To"
            type="datetime-local"
            error={faults?.to}
            value={value.to}
            onChange={({ target }) => onChange({ ...value, to: target.value })}
          />
        </div>
      ) : (
        <p className="text-faint text-sm">
          Lowers the price of every plan until the end date. The store shows the regular price
          struck through.
        </p>
      )}
    </section>
  )
}

function State({ sale }: { sale: SaleDraft }) {
  if (problemOfSale(sale)) return null
  const state = stateOfSale(sale, shopNow())
  return <Badge tone={state === 'Running' ? 'success' : 'neutral'}>{state}</Badge>
}

function monthOf(sale: SaleDraft, price: string): string | undefined {
  const monthlyCents = readCents(price)
  if (problemOfSale(sale) || !(monthlyCents > 0)) return undefined
  const product = {
    monthlyCents,
    plans: null,
    endsIn99: false,
    salePercent: readPercent(sale.percent),
  }
  const { cents } = priceOfPlan(product, defaultPlans[0]!)
  return `Monthly price: ${formatPrice(cents / 100)}`
}
