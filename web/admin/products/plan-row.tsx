import { Trash2 } from 'lucide-react'
import { currencySign } from '#contract/wire/currency.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type PlanDraft, priceOfDraft } from './plan-drafts.ts'

type PlanRowProps = {
  draft: PlanDraft
  error: string | undefined
  price: string
  endsIn99: boolean
  onChange: (draft: PlanDraft) => void
  onRemove: (() => void) | undefined
}

/** A plan with its price and its saving, both editable. */
export function PlanRow({ draft, error, price, endsIn99, onChange, onRemove }: PlanRowProps) {
  const { plan, by, text, popular } = draft
  const label = labelOf(plan)
  const priced = priceOfDraft(draft, { price, endsIn99 })
  const costs = priced ? (priced.listCents / 100).toFixed(2) : ''
  const month = plan === '1m'
  return (
    <li className="grid @xl:grid-cols-[minmax(6rem,1fr)_9rem_7rem_auto_auto] grid-cols-[2fr_1fr_auto] items-center gap-x-3 gap-y-2 bg-panel @xl:pr-1.5 px-4 py-2">
      <p className="@xl:col-auto col-span-2 font-[600]">{label}</p>
      <TextField
        label={`Price of ${label}`}
        hideLabel
        className="@xl:order-none order-1 self-start"
        icon={currencySign()}
        inputMode="decimal"
        autoComplete="off"
        disabled={month}
        error={by === 'price' ? error : undefined}
        value={by === 'price' ? text : costs}
        onChange={({ target }) => onChange({ ...draft, by: 'price', text: target.value })}
      />
      <TextField
        label={`Saving of ${label} in percent`}
        hideLabel
        className="@xl:order-none order-1 @xl:col-auto col-span-2 self-start"
        end={<span className="pr-2 text-faint">%</span>}
        inputMode="numeric"
        autoComplete="off"
        disabled={month || plan === 'lifetime'}
        error={by === 'savings' ? error : undefined}
        value={by === 'savings' ? text : plan === 'lifetime' ? '' : String(priced?.savings ?? '')}
        onChange={({ target }) => onChange({ ...draft, by: 'savings', text: target.value })}
      />
      <Checkbox
        label={
          <>
            Most Popular<span className="sr-only">: {label}</span>
          </>
        }
        className="@xl:order-none order-2 @xl:col-auto col-span-3"
        checked={popular}
        onChange={({ target }) => onChange({ ...draft, popular: target.checked })}
      />
      <IconButton
        label={`Remove ${label}`}
        icon={<Trash2 size={16} />}
        size="small"
        disabled={!onRemove}
        onClick={onRemove}
        className="-mr-2.5 @xl:mr-0 justify-self-end"
      />
    </li>
  )
}
