import { ShoppingCart } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Product } from '#contract/products.ts'
import { terms } from '#contract/terms.ts'
import type { Months } from '#contract/wire.ts'
import { addToCart, notAdded, useCart } from '../../cart/cart.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.ts'
import { CartNotKept } from '../cart/not-kept.tsx'

/** The term that a plan of another page has led here with; a month otherwise. */
function useChosenTerm() {
  const [query] = useSearchParams()
  const wanted = terms.find((term) => String(term.months) === query.get('months'))?.months
  const [months, setMonths] = useState<Months>(1)
  // The page is kept the same for all addresses: what the address adds is known in the browser only.
  useEffect(() => {
    if (wanted) setMonths(wanted)
  }, [wanted])
  return [months, setMonths] as const
}

/** Name, terms, price and the button: the part of the page that sells. */
export function Offer({ product }: { product: Product }) {
  const [months, setMonths] = useChosenTerm()
  const inCart = useCart()?.some((item) => item.id === product.id)
  const total = product.terms.find((term) => term.months === months)!.price
  function add() {
    const { id, name: title, imageUrl: image } = product
    const reason = addToCart({ id, title, image, price: total, term_length: months })
    if (reason) toast.error(notAdded(reason, title))
    else toast.success(`${title} added to cart`)
  }
  return (
    <section aria-label="Subscription">
      <h1 className="display text-[clamp(2rem,5vw,2.875rem)]">{product.name}</h1>
      {product.disabled && (
        <Badge tone="warning" className="mt-4">
          Currently unavailable
        </Badge>
      )}
      <RadioGroup
        className="mt-8"
        legend="Subscription length"
        look="cards"
        value={months}
        onChange={setMonths}
        options={product.terms.map(({ months, price, savings }) => ({
          value: months,
          label: terms.find((term) => term.months === months)!.label,
          detail: <Price amount={price / months} per="/ month" />,
          aside: savings > 0 && `Save ${savings}%`,
          disabled: product.disabled,
        }))}
      />
      <div className="mt-8 flex flex-wrap items-end gap-x-10 gap-y-6 border-line border-t pt-6">
        <output className="grow">
          <span className="label block">Total</span>
          <Price
            amount={total}
            was={(Math.round(product.price * 100) * months) / 100}
            className="display mt-1 text-[2.5rem]"
          />
        </output>
        <div className="flex grow flex-wrap gap-3 max-sm:w-full sm:flex-row-reverse">
          <Button
            look="primary"
            size="large"
            disabled={product.disabled}
            onClick={add}
            className="grow lg:grow-0"
          >
            <ShoppingCart size={20} aria-hidden="true" />
            Add to Cart
          </Button>
          {inCart && (
            <LinkButton to="/cart" size="large" className="grow lg:grow-0">
              View Cart
            </LinkButton>
          )}
        </div>
      </div>
      <CartNotKept className="mt-6" />
    </section>
  )
}
