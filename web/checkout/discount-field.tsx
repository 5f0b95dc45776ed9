import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/selling/quote.ts'
import { type CartItem, setDiscount } from '../cart/cart.ts'
import { codeFault } from '../cart/code-fault.ts'
import { formatPrice } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

type DiscountCodeProps = {
  item: CartItem
  /** The server's quote for the item and its code. Undefined until it arrives. */
  line: Quote['items'][number] | undefined
}

/** A link that opens the field for a code. If the item has a code, the field is already open. */
export function DiscountCode(props: DiscountCodeProps) {
  const { discount, title } = props.item
  const [open, setOpen] = useState<'no' | 'with a code' | 'by the customer'>('no')
  if (discount && open === 'no') setOpen('with a code')
  if (open !== 'no') return <DiscountField {...props} focused={open === 'by the customer'} />
  return (
    <button
      type="button"
      aria-label={`Add code for ${title}`}
      className="-my-1 justify-self-start rounded-sm py-1 text-[0.9375rem] text-soft underline decoration-edge underline-offset-4 transition-colors hover:text-ink hover:decoration-signal"
      onClick={() => setOpen('by the customer')}
    >
      Add code
    </button>
  )
}

/** The discount code of one item. The button, Enter and leaving the field apply it. */
function DiscountField({ item, line, focused }: DiscountCodeProps & { focused: boolean }) {
  const applied = item.discount ?? ''
  const [text, setText] = useState(applied)
  const [shownFor, setShownFor] = useState(applied)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
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
        ref={input}
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
