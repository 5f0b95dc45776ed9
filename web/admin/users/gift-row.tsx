import { useState } from 'react'
import { giftTerms, staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { Product } from '#contract/catalogue/products.ts'
import type { User } from '#contract/people/staff-users.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'

type GiftRowProps = {
  user: User
  product: Pick<Product, 'id' | 'name'>
  onDone: () => void
}

const lengths = [
  { value: '', label: 'Select length' },
  ...giftTerms.map(({ days, label }) => ({ value: String(days), label })),
]

/** A product with the standard lengths of a subscription. `GiveTime` gives any other length. */
export function GiftRow({ user, product, onDone }: GiftRowProps) {
  const [length, setLength] = useState('')
  const [missing, setMissing] = useState<string>()
  const give = useAction(staffSubscriptions.give, {
    done: `Successfully subscribed to ${product.name}`,
    failed: `Failed to subscribe to ${product.name}`,
    onDone,
  })

  function subscribe() {
    const term_length = giftTerms.find(({ days }) => String(days) === length)?.days
    if (!term_length) return setMissing('Please select a subscription length')
    void give.run({
      params: { uid: String(user.uid) },
      body: { game_id: product.id, term_length },
    })
  }

  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-full font-[600] sm:basis-24 sm:py-2.5">{product.name}</p>
      <Select
        label={`Length of ${product.name}`}
        hideLabel
        className="min-w-44 flex-1 sm:max-w-44"
        options={lengths}
        value={length}
        error={missing ?? give.error}
        onChange={({ target }) => {
          setMissing(undefined)
          give.clear()
          setLength(target.value)
        }}
      />
      <Button
        aria-label={`Subscribe to ${product.name}`}
        loading={give.pending}
        onClick={subscribe}
      >
        Subscribe
      </Button>
    </li>
  )
}
