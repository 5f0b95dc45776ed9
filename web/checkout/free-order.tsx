import { useState } from 'react'
import { useNavigate } from 'react-router'
import { payments } from '#contract/payments.ts'
import { api } from '../api/client.ts'
import { isSessionOver, messageOf } from '../api/error.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { type OrderItems, successPath } from './order-items.ts'

type FreeOrderProps = { items: OrderItems; settled: boolean }

/** Nothing is left to pay: the order is placed and fulfilled at once, without a provider. */
export function FreeOrder({ items, settled }: FreeOrderProps) {
  const navigate = useNavigate()
  const [placing, setPlacing] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function place() {
    setPlacing(true)
    setError(null)
    try {
      const { session_id } = await api(payments.createCheckoutSession, { body: items })
      await navigate(successPath(session_id))
    } catch (failure) {
      setPlacing(false)
      if (isSessionOver(failure)) return
      setError(messageOf(failure, 'The order could not be placed. Please try again.'))
    }
  }
  return (
    <Card>
      <CardHeader title="Nothing to pay" detail="Your codes cover the whole order." />
      {error && <ErrorBox className="mb-5">{error}</ErrorBox>}
      <Button
        look="primary"
        size="large"
        wide
        loading={placing}
        disabled={!settled}
        onClick={place}
      >
        Complete Purchase
      </Button>
    </Card>
  )
}
