import { type FormEvent, useState } from 'react'
import type { Quote } from '#contract/selling/quote.ts'
import { type CartItem, setDiscount } from '../cart/cart.ts'
import { codeFault } from '../cart/code-fault.ts'
import { formatPrice } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

type DiscountFieldProps = {
  item: CartItem
  /** The server's quote for the item and its code. Undefined until it arrives. */
  line: Quote['items'][number] | undefined
}

/** The discount code of one item. The button, Enter and leaving the field apply it. */
export function DiscountField({ item, line }: DiscountFieldProps) {
  const applied = item.discount ?? ''
  const [text, setText] = useState(applied)
  const [shownFor, setShownFor] = useState(applied)
  // Show a code that was set elsewhere, in another tab or by a campaign.
  if (shownFor !== applied) {
    setShownFor(applied)
    setText(applied)
  }
  const changed = text.trim() !== applied

  function apply(event?: FormEvent) {
    event?.preventDefault()
    if (changed) setDiscount(item.id, text)
  }

  const problem = changed ? undefined : (codeFault(item) ?? line?.discount_problem ?? undefined)
  const saved = !changed && line?.discount
  return (
    <form noValidate onSubmit={apply} className="flex items-start gap-2">
      <TextField
        className="grow"
        label={`Discount code for ${item.title}`}
        hideLabel
        placeholder="Enter discount code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={text}
        error={problem}
        hint={
          saved ? (
            <span className="text-success">
              {saved.code} saves you {formatPrice(saved.amount)}
            </span>
          ) : undefined
        }
        onChange={(event) => setText(event.target.value.toUpperCase())}
        onBlur={() => apply()}
      />
      {/* Not disabled: leaving the field applies the code while the focus moves to this button. */}
      <Button type="submit" aria-disabled={!changed}>
        Apply
      </Button>
    </form>
  )
}
