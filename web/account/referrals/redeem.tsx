import { Gift } from 'lucide-react'
import { useState } from 'react'
import { products } from '#contract/products.ts'
import { referrals } from '#contract/referrals.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { shopNow } from '#web/clock.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { daysLeft } from '../subscriptions/time-left.ts'

/** Turns a free month into time on a product that the customer chooses. */
export function Redeem({ rewardId }: { rewardId: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Gift size={18} aria-hidden="true" />
        Redeem
      </Button>
      {open && <RedeemDialog rewardId={rewardId} onClose={() => setOpen(false)} />}
    </>
  )
}

type RedeemDialogProps = { rewardId: number; onClose: () => void }

function RedeemDialog({ rewardId, onClose }: RedeemDialogProps) {
  const { answer: choices, error, again } = useAsk(listChoices, {})
  const form = useEndpointForm(referrals.redeem, {
    initial: { product_id: choices?.[0]?.value ?? 0 },
    toInput: ({ product_id }) => ({
      body: { product_id: Number(product_id), reward_id: rewardId },
    }),
    done: ({ product_name }) => `A free month of ${product_name} is yours`,
    failed: 'The free month could not be redeemed. Please try again.',
    unasked: 'choice',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Redeem a free month"
      problem={form.error}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            type="submit"
            form={form.id}
            look="primary"
            loading={form.pending}
            disabled={!choices?.length}
          >
            Redeem
          </Button>
        </>
      }
    >
      <form {...form.attributes}>
        {choices ? (
          <Select
            label="Game"
            hint="Time that you have left on it stays: the month is added at its end."
            options={choices}
            {...form.input('product_id')}
          />
        ) : error ? (
          <ErrorBox onRetry={again}>{failureOf(error, 'Failed to fetch games')}</ErrorBox>
        ) : (
          <Loading />
        )}
      </form>
    </Dialog>
  )
}

/** What is sold, and what is not sold any more but still runs for this customer. */
async function listChoices(): Promise<{ value: number; label: string }[]> {
  const [sold, mine] = await Promise.all([api(products.list), api(subscriptions.list)])
  const running = mine.filter((subscription) => daysLeft(subscription, shopNow()) !== null)
  const names = new Map([
    ...running.map(({ game_id, product_name }) => [game_id, product_name] as const),
    ...sold.filter(({ disabled }) => !disabled).map(({ id, name }) => [id, name] as const),
  ])
  for (const { game_id, lifetime } of running) if (lifetime) names.delete(game_id)
  return [...names].map(([value, label]) => ({ value, label }))
}
