import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { shopCurrency } from '#contract/wire/currency.ts'
import { useFirstFault } from '../../api/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  type CodeDraft,
  type CodeFaults,
  type CodeTerms,
  codeOf,
  faultsOfCode,
  isBlank,
  isComplete,
} from './code-list.ts'

const types = [
  { value: 1, label: 'Percentage' },
  { value: 0, label: 'Fixed Amount' },
]

/** The fields of a code that is not in the list yet. */
export type NewCode = {
  value: CodeDraft
  onChange: (draft: CodeDraft) => void
  /** The initial values. */
  blank: CodeDraft
  /** Why the code cannot be saved. */
  error: string | undefined
}

type AddCodeProps = {
  gid: number
  codes: readonly CodeTerms[]
  onAdd: (code: CodeTerms) => void
  newCode: NewCode
}

/**
 * The fields of a new code. They add the code to the list, and saving the product saves the codes
 * of the list and of the fields.
 */
export function AddCode({ gid, codes, onAdd, newCode }: AddCodeProps) {
  const { value: draft, onChange, blank, error } = newCode
  /**
   * The fields whose errors are shown: those that had one when the code was to be added, until
   * edited.
   */
  const [told, setTold] = useState<readonly string[]>([])
  const [seen, setSeen] = useState(error)
  const group = useRef<HTMLDivElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const first = useFirstFault(group)
  const faults: CodeFaults = isBlank(draft) ? {} : faultsOfCode(draft, codes)
  // Saving the product has found the errors.
  if (error !== seen) {
    setSeen(error)
    if (error) setTold(Object.keys(faults))
  }
  const faultOf = (name: keyof CodeDraft) => (told.includes(name) ? faults[name] : undefined)
  function change(part: Partial<CodeDraft>) {
    onChange({ ...draft, ...part })
    setTold((before) => before.filter((name) => !(name in part)))
  }
  function add() {
    if (isBlank(draft)) return
    setTold(Object.keys(faults))
    if (Object.keys(faults).length > 0) return first.show()
    onAdd(codeOf(draft, gid))
    onChange(blank)
  }
  function clear() {
    onChange(blank)
    setTold([])
    // The button disappears, so move the focus.
    code.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // Do not submit the form around the fields.
    event.preventDefault()
    add()
  }
  const percent = draft.type === 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out as a grid
    <div
      ref={group}
      role="group"
      aria-label="New discount code"
      className="@container rounded-md border border-line bg-panel p-4"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields adds the code */}
      <div
        className="grid @md:grid-cols-2 @3xl:grid-cols-3 items-start gap-4"
        onKeyDown={onKeyDown}
      >
        <TextField
          ref={code}
          label="Code"
          maxLength={40}
          autoComplete="off"
          error={faultOf('code')}
          value={draft.code}
          onChange={({ target }) => change({ code: target.value.toUpperCase() })}
        />
        <Select
          label="Type"
          options={types}
          value={draft.type}
          onChange={({ target }) => change({ type: target.value === '1' ? 1 : 0, amount: '0' })}
        />
        <TextField
          label={percent ? 'Amount in percent' : `Amount in ${shopCurrency()}`}
          inputMode={percent ? 'numeric' : 'decimal'}
          autoComplete="off"
          error={faultOf('amount')}
          value={draft.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <TextField
          label="Start date"
          type="datetime-local"
          error={faultOf('start')}
          value={draft.start}
          onChange={({ target }) => change({ start: target.value })}
        />
        <TextField
          label="End date"
          type="datetime-local"
          error={faultOf('end')}
          value={draft.end}
          onChange={({ target }) => change({ end: target.value })}
        />
        <TextField
          label="Max uses (0 means unlimited)"
          inputMode="numeric"
          autoComplete="off"
          error={faultOf('maxUses')}
          value={draft.maxUses}
          onChange={({ target }) => change({ maxUses: target.value })}
        />
        <TextField
          label="Max uses per customer (0 means unlimited)"
          inputMode="numeric"
          autoComplete="off"
          error={faultOf('maxPerCustomer')}
          value={draft.maxPerCustomer}
          onChange={({ target }) => change({ maxPerCustomer: target.value })}
        />
        <TextField
          label={`Minimum order in ${shopCurrency()}`}
          inputMode="decimal"
          autoComplete="off"
          error={faultOf('minOrder')}
          value={draft.minOrder}
          onChange={({ target }) => change({ minOrder: target.value })}
        />
        <TextField
          label="Discounted renewals (0 means none)"
          inputMode="numeric"
          autoComplete="off"
          error={faultOf('renewals')}
          value={draft.renewals}
          onChange={({ target }) => change({ renewals: target.value })}
        />
        <Checkbox
          label="First order only"
          className="@md:self-end @md:pb-2"
          checked={draft.firstOrder}
          onChange={({ target }) => change({ firstOrder: target.checked })}
        />
      </div>
      <div className="mt-4 flex justify-end gap-2">
        {!isBlank(draft) && (
          <Button look="quiet" size="small" onClick={clear}>
            <X size={15} aria-hidden="true" />
            Clear
          </Button>
        )}
        <Button size="small" disabled={!isComplete(draft)} onClick={add}>
          <Plus size={16} aria-hidden="true" />
          Add
        </Button>
      </div>
    </div>
  )
}
