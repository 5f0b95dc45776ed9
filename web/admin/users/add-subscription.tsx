import { Plus } from 'lucide-react'
import { useState } from 'react'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { User } from '#contract/people/staff-users.ts'
import { useAsk } from '../../api/ask.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { GiftRow } from './gift-row.tsx'

type AddSubscriptionProps = {
  user: User
  /** The products that the user already has time on. */
  owned: readonly number[]
}

/** From this number of products on, the dialog has a search field. */
const searchable = 8

/** Gives time on a product that the user does not have yet. */
export function AddSubscription({ user, owned }: AddSubscriptionProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        Add Subscription
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add Subscription">
        {open && <Choice user={user} owned={owned} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Choice({ user, owned, onDone }: AddSubscriptionProps & { onDone: () => void }) {
  const [wanted, setWanted] = useState('')
  const { answer, error } = useAsk(staffSubscriptions.products, undefined)
  if (error) return <ErrorBox>{messageOf(error, 'Failed to load products')}</ErrorBox>
  if (!answer) return <Loading label="Loading products..." />
  const missing = answer.filter(({ id }) => !owned.includes(id))
  const shown = missing.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        {missing.length === 0
          ? `“${user.username}” has time on every product already.`
          : `Products that “${user.username}” does not have. Time starts at once and costs nothing.`}
      </p>
      {missing.length >= searchable && (
        <TextField
          type="search"
          label="Search products"
          hideLabel
          placeholder="Search products"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ul className="divide-y divide-line">
        {shown.map((product) => (
          <GiftRow key={product.id} user={user} product={product} onDone={onDone} />
        ))}
      </ul>
      {missing.length > 0 && shown.length === 0 && <p className="text-soft">No products found.</p>}
    </div>
  )
}
