import { useNavigate } from 'react-router'
import { payments } from '#contract/payments.ts'
import { useAction } from '../api/action.ts'
import { messageOf } from '../api/error.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { type OrderItems, successPath } from './order-items.ts'

type FreeOrderProps = { items: OrderItems; settled: boolean }

/** Nothing is left to pay: the order is placed and fulfilled at once, without a provider. */
export function FreeOrder({ items, settled }: FreeOrderProps) {
  const navigate = useNavigate()
  const { run, pending, error } = useAction(payments.createCheckoutSession, {
    failed: 'The order could not be placed. Please try again.',
    say: messageOf,
    reload: 'never',
    onDone: ({ session_id }) => navigate(successPath(session_id)),
  })
  return (
    <Card>
      <CardHeader title="Nothing to pay" detail="Your codes cover the whole order." />
      {error && <ErrorBox className="mb-5">{error}</ErrorBox>}
      <Button
        look="primary"
        size="large"
        wide
        loading={pending}
        disabled={!settled}
        onClick={() => run({ query: { again: 'true' }, body: items })}
      >
        Complete Purchase
      </Button>
    </Card>
  )
}
