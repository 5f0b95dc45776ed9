import { ShoppingCart } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Product, ProductPage } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { addToCart, notAdded, useCart } from '../../cart/cart.ts'
import { formatPrice } from '../../format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.ts'
import { useAddress } from '../../use-address.ts'
import { AffectedLine } from '../affected.tsx'
import { CartNotKept } from '../cart/not-kept.tsx'
import { Moment } from '../date.tsx'
import { formerPrice, unitPrice } from '../prices.ts'
import { Assurances } from './assurances.tsx'
import { BuyBar } from './buy-bar.tsx'

/** The plans that the visitor chose, by product: a sign-in returns to the product without a query. */
const lastChosen = new Map<number, string>()

/** The plan that the URL names or that was chosen before, else one month, else the first plan. */
function useChosenTerm({ id, terms }: Product) {
  const [query] = useSearchParams()
  const [chosen, setChosen] = useState(query.get('plan') ?? lastChosen.get(id) ?? '')
  function setPlan(plan: string) {
    lastChosen.set(id, plan)
    setChosen(plan)
  }
  const termOf = (wanted: string) => terms.find(({ plan }) => plan === wanted)
  useAddress(termOf(chosen) ? `/product/${id}?plan=${chosen}` : null)
  return [termOf(chosen) ?? termOf('1m') ?? terms[0]!, setPlan] as const
}

type OfferProps = {
  product: ProductPage
  /** Set if the product is down. */
  affected: AffectedProduct | undefined
}

/** The plans, the price and the button of the product. */
export function Offer({ product, affected }: OfferProps) {
  const [term, setPlan] = useChosenTerm(product)
  const button = useRef<HTMLDivElement>(null)
  const inCart = useCart()?.some((item) => item.id === product.id) ?? false
  const was = formerPrice(term)
  function add() {
    const { id, name: title, imageUrl: image } = product
    const reason = addToCart({ id, title, image, price: term.price, plan: term.plan })
    if (reason) toast.error(notAdded(reason, title))
    else toast.success(isolated`${title} added to cart`)
  }
  return (
    <section aria-label="Subscription">
      <AffectedLine affected={affected} />
      {product.sale && !product.disabled && (
        <p className="text-soft text-sm">
          The sale ends on <Moment at={product.sale.until} />.
        </p>
      )}
      <RadioGroup
        className="mt-4 first:mt-0"
        legend="Subscription length"
        look="cards"
        value={term.plan}
        onChange={setPlan}
        options={product.terms.map((one) => ({
          value: one.plan,
          label: labelOf(one.plan),
          detail: <Price {...unitPrice(one)} className="flex-wrap" />,
          aside: one.savings > 0 && `Save ${one.savings}%`,
          note: one.popular && 'Most Popular',
          disabled: product.disabled,
        }))}
      />
      <div className="mt-6 flex flex-wrap items-end gap-x-10 gap-y-5 border-line border-t pt-5">
        <output className="grow">
          <span className="label block">Total</span>
          <Price
            amount={term.price}
            was={was}
            className="display mt-1 flex-wrap text-[min(2.5rem,13vw)]"
          />
          {was !== undefined && (
            <span className="mt-1 block font-[600] text-success">
              You save {formatPrice(was - term.price)}
            </span>
          )}
        </output>
        <div ref={button} className="flex grow flex-wrap gap-3 max-sm:w-full sm:flex-row-reverse">
          <Button
            look={inCart ? 'secondary' : 'primary'}
            size="large"
            disabled={product.disabled}
            // Ignore the second click of a double click, which would only say that the product is
            // already in the cart.
            onClick={({ detail }) => detail < 2 && add()}
            className="grow lg:grow-0"
          >
            <ShoppingCart size={20} aria-hidden="true" />
            Add to Cart
          </Button>
          {inCart && (
            <LinkButton to="/cart" look="primary" size="large" className="grow lg:grow-0">
              View Cart
            </LinkButton>
          )}
        </div>
      </div>
      <CartNotKept className="mt-6" />
      {!product.disabled && <Assurances devices={product.devices} />}
      {!product.disabled && (
        <BuyBar plan={term.plan} price={term.price} inCart={inCart} onAdd={add} button={button} />
      )}
    </section>
  )
}
