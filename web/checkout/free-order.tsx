import { useState } from 'react'
import { useNavigate } from 'react-router'
import { payments } from '#contract/selling/payments.ts'
import { useAction } from '../api/action.ts'
import { messageOf } from '../api/error.ts'
import { ByOrdering } from '../storefront/legal/by-ordering.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { type ShownPrice, useHeldClick } from './held-click.ts'
import { type OrderItems, successPath } from './order-items.ts'
import { OrderedBefore } from './ordered-before.tsx'

type FreeOrderProps = { items: OrderItems; price: ShownPrice }

/** The order costs nothing: it is placed and fulfilled at once, without a payment provider. */
export function FreeOrder({ items, price }: FreeOrderProps) {
  const navigate = useNavigate()
  const [before, setBefore] = useState<string | null>(null)
  const { run, pending, error } = useAction(payments.createCheckoutSession, {
    failed: 'The order could not be placed. Please try again.',
    say: messageOf,
    reload: 'never',
    onDone: ({ session_id, paid_before }) =>
      paid_before ? setBefore(session_id) : navigate(successPath(session_id)),
  })
  const order = (again: boolean) => {
    setBefore(null)
    return run({ query: again ? { again: 'true' } : {}, body: items })
  }
  const press = useHeldClick(price, () => order(false))
  const refused = press.refusal ?? error
  return (
    <Card>
      <CardHeader title="Nothing to pay" detail="Your codes cover the whole order." />
      {refused && <ErrorBox className="mb-5">{refused}</ErrorBox>}
      {!refused && before !== null && (
        <ErrorBox
          className="mb-5"
          action={<OrderedBefore session={before} onAgain={() => order(true)} />}
        >
          You placed the same order a few minutes ago. Your codes were not used again.
        </ErrorBox>
      )}
      <Button
        look="primary"
        size="large"
        wide
        loading={pending || press.holding}
        {...press.pointer}
        onClick={press.press}
      >
        Complete Purchase
      </Button>
      <ByOrdering className="mt-4" />
    </Card>
  )
}
