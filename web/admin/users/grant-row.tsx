import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Input } from '#contract/endpoint.ts'
import { grantTerms, staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'

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
  const [error, setError] = useState<string | undefined>()
  const [working, setWorking] = useState(false)
  const { revalidate } = useRevalidator()

  async function subscribe() {
    if (!days) return setError('Please select a subscription length')
    setWorking(true)
    try {
      const body = { game_id: product.id, term_length: Number(days) as Days }
      await api(staffSubscriptions.add, { params: { uid: String(user.uid) }, body })
      toast.success(`Successfully subscribed to ${product.name}`)
      onDone()
      await revalidate()
    } catch (failure) {
      if (!isSessionOver(failure))
        setError(failureOf(failure, `Failed to subscribe to ${product.name}`))
    } finally {
      setWorking(false)
    }
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
        error={error}
        onChange={({ target }) => {
          setError(undefined)
          setDays(target.value)
        }}
      />
      <Button aria-label={`Subscribe to ${product.name}`} loading={working} onClick={subscribe}>
        Subscribe
      </Button>
    </li>
  )
}
