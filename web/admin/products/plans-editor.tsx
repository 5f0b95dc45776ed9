import { Plus, RotateCcw, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { currencySign } from '#contract/currency.ts'
import { labelOf, mostPlans } from '#contract/terms.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  defaultDrafts,
  newDraft,
  type PlanDraft,
  priceOfDraft,
  problemAdding,
} from './plan-drafts.ts'

type PlansEditorProps = {
  /** Null: the four that every product has. */
  value: PlanDraft[] | null
  onChange: (plans: PlanDraft[] | null) => void
  error: string | undefined
  /** As they are typed. */
  price: string
  endsIn99: boolean
  onEndsIn99: (endsIn99: boolean) => void
}

/** What a product is sold for. Of price and saving the one follows what is typed into the other. */
export function PlansEditor(props: PlansEditorProps) {
  const { value, onChange, error, price, endsIn99, onEndsIn99 } = props
  const heading = useId()
  const drafts = value ?? [...defaultDrafts]
  const change = (changed: PlanDraft) =>
    onChange(
      drafts.map((draft) => {
        if (draft.plan === changed.plan) return changed
        return changed.popular ? { ...draft, popular: false } : draft
      }),
    )
  return (
    <section aria-labelledby={heading} className="@container grid gap-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="title text-base">
          Plans
        </h2>
        {value && (
          <Button size="small" onClick={() => onChange(null)}>
            <RotateCcw size={16} aria-hidden="true" />
            Restore Defaults
          </Button>
        )}
      </div>
      {!value && (
        <p className="text-faint text-sm">
          The plans that every product has. What you change here is for this product alone.
        </p>
      )}
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
        {drafts.map((draft) => (
          <PlanRow
            key={draft.plan}
            draft={draft}
            {...{ price, endsIn99 }}
            onChange={change}
            onRemove={
              drafts.length > 1
                ? () => onChange(drafts.filter(({ plan }) => plan !== draft.plan))
                : undefined
            }
          />
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      {drafts.length < mostPlans ? (
        <AddPlan drafts={drafts} onAdd={(draft) => onChange([...drafts, draft])} />
      ) : (
        <p className="text-faint text-sm">A product has at most {mostPlans} plans.</p>
      )}
      <Checkbox
        label="Round totals that save up to the next 99 cents"
        checked={endsIn99}
        onChange={({ target }) => onEndsIn99(target.checked)}
      />
    </section>
  )
}

type PlanRowProps = {
  draft: PlanDraft
  price: string
  endsIn99: boolean
  onChange: (draft: PlanDraft) => void
  onRemove: (() => void) | undefined
}

function PlanRow({ draft, price, endsIn99, onChange, onRemove }: PlanRowProps) {
  const { plan, by, text, popular } = draft
  const label = labelOf(plan)
  const priced = priceOfDraft(draft, { price, endsIn99 })
  const costs = priced ? (priced.listCents / 100).toFixed(2) : ''
  const month = plan === '1m'
  return (
    <li className="grid @xl:grid-cols-[minmax(6rem,1fr)_9rem_7rem_auto_auto] grid-cols-[2fr_1fr_auto] items-center gap-x-3 gap-y-2 bg-panel py-2 pr-1.5 pl-4">
      <p className="@xl:col-auto col-span-2 font-[600]">{label}</p>
      <TextField
        label={`Price of ${label}`}
        hideLabel
        className="@xl:order-none order-1"
        icon={currencySign()}
        inputMode="decimal"
        autoComplete="off"
        disabled={month}
        value={by === 'price' ? text : costs}
        onChange={({ target }) => onChange({ ...draft, by: 'price', text: target.value })}
      />
      <TextField
        label={`Saving of ${label} in percent`}
        hideLabel
        className="@xl:order-none order-1 @xl:col-auto col-span-2"
        end={<span className="pr-2 text-faint">%</span>}
        inputMode="numeric"
        autoComplete="off"
        disabled={month || plan === 'lifetime'}
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
        className="@xl:order-none justify-self-end"
      />
    </li>
  )
}

const units = [
  { value: 'd', label: 'Days' },
  { value: 'w', label: 'Weeks' },
  { value: 'm', label: 'Months' },
  { value: 'lifetime', label: 'Lifetime' },
]

type AddPlanProps = { drafts: readonly PlanDraft[]; onAdd: (draft: PlanDraft) => void }

function AddPlan({ drafts, onAdd }: AddPlanProps) {
  const [count, setCount] = useState('7')
  const [unit, setUnit] = useState('d')
  const [problem, setProblem] = useState<string>()
  const endless = unit === 'lifetime'
  function add() {
    const plan = endless ? unit : `${count.trim()}${unit}`
    const wrong = problemAdding(plan, drafts)
    setProblem(wrong)
    if (!wrong) onAdd(newDraft(plan))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // The form around it would be sent.
    event.preventDefault()
    add()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out as a row
    <div role="group" aria-label="New plan" className="grid gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its field adds the plan */}
      <div className="flex flex-wrap items-end gap-3" onKeyDown={onKeyDown}>
        {!endless && (
          <TextField
            label="Length"
            className="w-24"
            inputMode="numeric"
            autoComplete="off"
            value={count}
            onChange={({ target }) => {
              setCount(target.value)
              setProblem(undefined)
            }}
          />
        )}
        <Select
          label="Unit"
          className="w-36"
          options={units}
          value={unit}
          onChange={({ target }) => {
            setUnit(target.value)
            setProblem(undefined)
          }}
        />
        <Button onClick={add}>
          <Plus size={16} aria-hidden="true" />
          Add Plan
        </Button>
      </div>
      <p role="status" className="text-danger text-sm empty:hidden">
        {problem}
      </p>
    </div>
  )
}
