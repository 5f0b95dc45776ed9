import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { newDraft, type PlanDraft, problemAdding } from './plan-drafts.ts'

const units = [
  { value: 'd', label: 'Days' },
  { value: 'w', label: 'Weeks' },
  { value: 'm', label: 'Months' },
  { value: 'lifetime', label: 'Lifetime' },
]

type AddPlanProps = { drafts: readonly PlanDraft[]; onAdd: (draft: PlanDraft) => void }

/** Adds a plan of any length to the plans of a product. */
export function AddPlan({ drafts, onAdd }: AddPlanProps) {
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
    // Do not submit the form around the fields.
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
