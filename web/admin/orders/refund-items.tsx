import type { Refundable } from '#contract/selling/staff-refunds.ts'
import { currencySign, shopCurrency } from '#contract/wire/currency.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { problemOfAmount, readAmount } from '../amounts.ts'

/** An item as filled in. The typed amount may be invalid. */
export type Part = { id: number; ticked: boolean; amount: string }

/**
 * Proposes the price of the unused time of each item, or the whole price if no time is unused or it
 * is a lifetime.
 */
export function partsOf({ items }: Refundable): Part[] {
  const open = items.filter(({ left }) => left > 0)
  return open.map(({ id, left, unused }) => ({
    id,
    ticked: open.length === 1,
    amount: (unused || left).toFixed(2),
  }))
}

/** Returns the ticked items. Null if an amount is invalid or nothing is ticked. */
export function readParts(parts: readonly Part[], { items }: Refundable) {
  const faults = new Map<number, string>()
  const read = parts
    .filter(({ ticked }) => ticked)
    .map(({ id, amount: typed }) => {
      const left = items.find((item) => item.id === id)?.left ?? 0
      const amount = readAmount(typed)
      const problem = problemOfAmount(typed)
      if (problem) faults.set(id, problem)
      else if (amount < 0.01) faults.set(id, 'Enter at least 0.01')
      else if (amount > left) faults.set(id, `At most ${formatPrice(left)} is left`)
      return { id, amount }
    })
  return { items: faults.size > 0 || read.length === 0 ? null : read, faults }
}

/** Whether the items contain a part of a lifetime's price. */
export const hasPartOfLifetime = (
  parts: readonly { id: number; amount: number }[] | null,
  { items }: Refundable,
) =>
  parts?.some(({ id, amount }) =>
    items.some((item) => item.id === id && item.lifetime && amount < item.left),
  ) ?? false

type RefundItemsProps = {
  parts: readonly Part[]
  refundable: Refundable
  faults: ReadonlyMap<number, string>
  onChange: (parts: Part[]) => void
}

/** The items, each with a checkbox and an amount. */
export function RefundItems({ parts, refundable, faults, onChange }: RefundItemsProps) {
  const change = (id: number, changes: Partial<Part>) =>
    onChange(parts.map((part) => (part.id === id ? { ...part, ...changes } : part)))
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-1">Items to refund</legend>
      <ul className="divide-y divide-line border-line border-y">
        {parts.map(({ id, ticked, amount }) => {
          const item = refundable.items.find((each) => each.id === id)!
          const unused = item.unused ?? 0
          const set = (sum: number) => change(id, { ticked: true, amount: sum.toFixed(2) })
          return (
            <li key={id} className="grid gap-2 py-3">
              <Checkbox
                label={<span className="[overflow-wrap:anywhere]">{item.product}</span>}
                hint={`${formatPrice(item.price)} paid, ${formatPrice(item.left)} left`}
                checked={ticked}
                onChange={({ target }) => change(id, { ticked: target.checked })}
              />
              <div className="flex flex-wrap items-start gap-2">
                <TextField
                  label={`Amount of ${item.product} in ${shopCurrency()}`}
                  hideLabel
                  inputMode="decimal"
                  autoComplete="off"
                  icon={currencySign()}
                  className="min-w-28 flex-1 sm:max-w-36"
                  value={amount}
                  error={faults.get(id)}
                  onChange={({ target }) => change(id, { ticked: true, amount: target.value })}
                />
                {unused > 0 && unused < item.left && (
                  <Button aria-label={`Unused part of ${item.product}`} onClick={() => set(unused)}>
                    Unused
                  </Button>
                )}
                <Button aria-label={`All of ${item.product}`} onClick={() => set(item.left)}>
                  All
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
