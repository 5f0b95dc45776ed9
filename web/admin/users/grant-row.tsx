import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import type { Product } from '#contract/products.ts'
import { grantTerms, staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { User } from '#contract/staff-users.ts'
import { labelOf } from '#contract/terms.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'

type Length = Omit<Input<typeof staffSubscriptions.add>['body'], 'game_id'>
type GrantRowProps = {
  user: User
  product: Pick<Product, 'id' | 'name' | 'terms'>
  onDone: () => void
}

/** The four that can be given of everything, and what else the product is sold for. */
function lengthsOf({ terms }: GrantRowProps['product']) {
  const others = terms.filter(({ months }) => months === null)
  return [
    { value: '', label: 'Select length' },
    ...grantTerms.map(({ days, label }) => ({ value: String(days), label })),
    ...others.map(({ plan }) => ({ value: plan, label: labelOf(plan) })),
  ]
}

function lengthOf(value: string): Length {
  const days = grantTerms.find((term) => String(term.days) === value)?.days
  return days ? { term_length: days } : { plan: value }
}

/** A product with the lengths that can be given of it. */
export function GrantRow({ user, product, onDone }: GrantRowProps) {
  const [length, setLength] = useState('')
  const [missing, setMissing] = useState<string>()
  const grant = useAction(staffSubscriptions.add, {
    done: `Successfully subscribed to ${product.name}`,
    failed: `Failed to subscribe to ${product.name}`,
    onDone,
  })

  function subscribe() {
    if (!length) return setMissing('Please select a subscription length')
    const body = { game_id: product.id, ...lengthOf(length) }
    void grant.run({ params: { uid: String(user.uid) }, body })
  }

  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-full font-[600] sm:basis-24 sm:py-2.5">{product.name}</p>
      <Select
        label={`Length of ${product.name}`}
        hideLabel
        className="min-w-44 flex-1 sm:max-w-44"
        options={lengthsOf(product)}
        value={length}
        error={missing ?? grant.error}
        onChange={({ target }) => {
          setMissing(undefined)
          grant.clear()
          setLength(target.value)
        }}
      />
      <Button
        aria-label={`Subscribe to ${product.name}`}
        loading={grant.pending}
        onClick={subscribe}
      >
        Subscribe
      </Button>
    </li>
  )
}
