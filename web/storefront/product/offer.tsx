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
    <section aria-label="Subscription">
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
          aside: term.savings > 0 && `Save ${term.savings}%`,
          disabled: game.disabled,
        }))}
      />
      <div className="mt-8 flex flex-wrap items-end gap-x-10 gap-y-6 border-line border-t pt-6">
        <output className="grow">
          <span className="label block">Total</span>
          <Price
            amount={total}
            was={(cents * months) / 100}
            className="display mt-1 text-[2.5rem]"
          />
        </output>
        <div className="flex grow flex-wrap gap-3 max-sm:w-full sm:flex-row-reverse">
          <Button
            look="primary"
            size="large"
            disabled={game.disabled}
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
    </section>
  )
}
