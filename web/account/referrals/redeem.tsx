import { Gift } from 'lucide-react'
import { useState } from 'react'
import { products } from '#contract/products.ts'
import { referrals } from '#contract/referrals.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { shopNow } from '#web/clock.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { daysLeft } from '../subscriptions/time-left.ts'

type Choice = { value: number; label: string }

/** Turns a free month into time on a product that the customer chooses. */
export function Redeem({ rewardId }: { rewardId: number }) {
  const [open, setOpen] = useState(false)
  const [choices, setChoices] = useState<Choice[] | null>(null)
  const [product, setProduct] = useState<number>()
  const listing = useAction(listChoices, {
    failed: 'Failed to fetch games',
    reload: 'never',
    onDone(found) {
      setChoices(found)
      setProduct((before) => before ?? found[0]?.value)
    },
  })
  const redeeming = useAction(referrals.redeem, {
    done: ({ product_name }) => `A free month of ${product_name} is yours`,
    failed: 'The free month could not be redeemed. Please try again.',
    say: messageOf,
    onDone: () => setOpen(false),
  })
  const error = listing.error ?? redeeming.error

  function ask() {
    setOpen(true)
    redeeming.clear()
    void listing.run()
  }

  function redeem() {
    if (product === undefined) return
    listing.clear()
    void redeeming.run({ body: { product_id: product, reward_id: rewardId } })
  }

  return (
    <>
      <Button look="primary" onClick={ask}>
        <Gift size={18} aria-hidden="true" />
        Redeem
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Redeem a free month"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Not now</Button>
            <Button
              look="primary"
              loading={redeeming.pending}
              disabled={!choices?.length}
              onClick={redeem}
            >
              Redeem
            </Button>
          </>
        }
      >
        {choices && (
          <Select
            label="Game"
            hint="Time that you have left on it stays: the month is added at its end."
            options={choices}
            value={product}
            onChange={(event) => setProduct(Number(event.target.value))}
          />
        )}
        {!choices && !error && <Loading />}
        {error && (
          <ErrorBox className="mt-5" {...(!choices && { onRetry: ask })}>
            {error}
          </ErrorBox>
        )}
      </Dialog>
    </>
  )
}

/** What is sold, and what is not sold any more but still runs for this customer. */
async function listChoices(): Promise<Choice[]> {
  const [sold, mine] = await Promise.all([api(products.list), api(subscriptions.list)])
  const running = mine.filter((subscription) => daysLeft(subscription, shopNow()) !== null)
  const names = new Map([
    ...running.map(({ game_id, product_name }) => [game_id, product_name] as const),
    ...sold.filter(({ disabled }) => !disabled).map(({ id, name }) => [id, name] as const),
  ])
  for (const { game_id, lifetime } of running) if (lifetime) names.delete(game_id)
  return [...names].map(([value, label]) => ({ value, label }))
}
