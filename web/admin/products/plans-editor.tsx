import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { mostPlans } from '#contract/wire/terms.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AddPlan } from './add-plan.tsx'
import { defaultDrafts, type PlanDraft, problemOfPlan } from './plan-drafts.ts'
import { PlanRow } from './plan-row.tsx'

type PlansEditorProps = {
  /** Null means the four default plans. */
  value: PlanDraft[] | null
  onChange: (plans: PlanDraft[] | null) => void
  error: string | undefined
  /** The monthly price, as typed. */
  price: string
  endsIn99: boolean
  onEndsIn99: (endsIn99: boolean) => void
}

/** The plans of a product. Editing the price or the saving of a plan updates the other one. */
export function PlansEditor(props: PlansEditorProps) {
  const { value, onChange, error, price, endsIn99, onEndsIn99 } = props
  const heading = useId()
  const drafts = value ?? [...defaultDrafts]
  const faulty = drafts.some((draft) => problemOfPlan(draft) !== undefined)
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
          These are the default plans. Changes apply only to this product.
        </p>
      )}
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
        {drafts.map((draft) => (
          <PlanRow
            key={draft.plan}
            draft={draft}
            error={error && problemOfPlan(draft)}
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
      {error && !faulty && (
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
        label="Round discounted totals up to the next 99 cents"
        checked={endsIn99}
        onChange={({ target }) => onEndsIn99(target.checked)}
      />
    </section>
  )
}
