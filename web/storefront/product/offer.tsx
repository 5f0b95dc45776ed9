import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import type { Game } from '#contract/games.ts'
import { perMonth, termPrice, terms } from '#contract/terms.ts'
import type { Months } from '#contract/wire.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.ts'
import { addToCart, useCart } from '../cart/cart.ts'

/** Name, terms, price and the button: the part of the page that sells. */
export function Offer({ game }: { game: Game }) {
  const [months, setMonths] = useState<Months>(1)
  const inCart = useCart()?.some((item) => item.id === game.id)
  const cents = Math.round(game.price * 100)
  const total = termPrice(cents, months) / 100
  function add() {
    const { id, name: title, imageUrl: image } = game
    const added = addToCart({ id, title, image, price: total, term_length: months })
    if (added) toast.success(`${title} added to cart`)
    else toast.error(`${title} is already in your cart`)
  }
  return (
    <section aria-label="Subscription" className="lg:sticky lg:top-24 lg:row-span-2">
      <h1 className="display text-[clamp(2rem,5vw,2.875rem)]">{game.name}</h1>
      {game.disabled && (
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
        options={terms.map((term) => ({
          value: term.months,
          label: term.label,
          detail: <Price amount={perMonth(cents, term.months) / 100} per="/ month" />,
          aside: term.savings > 0 && <Badge tone="neutral">Save {term.savings}%</Badge>,
          disabled: game.disabled,
        }))}
      />
      <div className="mt-8 flex items-end justify-between gap-4 border-line border-t pt-6">
        <span className="label pb-1.5">Total</span>
        <output>
          <Price amount={total} was={(cents * months) / 100} className="display text-[2.25rem]" />
        </output>
      </div>
      <div className="mt-6 grid gap-3">
        <Button look="primary" size="large" wide disabled={game.disabled} onClick={add}>
          <ShoppingCart size={20} aria-hidden="true" />
          Add to Cart
        </Button>
        {inCart && (
          <LinkButton to="/cart" wide>
            View Cart
          </LinkButton>
        )}
      </div>
    </section>
  )
}
