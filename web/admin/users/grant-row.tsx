import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { grantTerms, staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { User } from '#contract/users.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'

type Days = Input<typeof staffSubscriptions.add>['body']['term_length']
type GrantRowProps = {
  user: User
  product: { id: number; name: string }
  onDone: () => void
}

const lengths = [
  { value: '', label: 'Select length' },
  ...grantTerms.map(({ days, label }) => ({ value: days, label })),
]

/** A product with the lengths that can be given of it. */
export function GrantRow({ user, product, onDone }: GrantRowProps) {
  const [days, setDays] = useState('')
  const [missing, setMissing] = useState<string>()
  const grant = useAction(staffSubscriptions.add, {
    done: `Successfully subscribed to ${product.name}`,
    failed: `Failed to subscribe to ${product.name}`,
    onDone,
  })

  function subscribe() {
    if (!days) return setMissing('Please select a subscription length')
    const body = { game_id: product.id, term_length: Number(days) as Days }
    void grant.run({ params: { uid: String(user.uid) }, body })
  }

  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-full font-[600] sm:basis-24 sm:py-2.5">{product.name}</p>
      <Select
        label={`Length of ${product.name}`}
        hideLabel
        className="min-w-44 flex-1 sm:max-w-44"
        options={lengths}
        value={days}
        error={missing ?? grant.error}
        onChange={({ target }) => {
          setMissing(undefined)
          grant.clear()
          setDays(target.value)
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
