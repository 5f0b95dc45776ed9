import { Gift } from 'lucide-react'
import { useState } from 'react'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { products } from '#contract/catalogue/products.ts'
import { friendsPerReward, referrals } from '#contract/selling/referrals.ts'
import { shopNow } from '#web/clock.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { daysLeft } from '../subscriptions/time-left.ts'

type RedeemProps = {
  /** How many free months were redeemed before. The request contains it, so a double click redeems one. */
  redeemed: number
  /** The highest monthly price of a product that can be chosen; null if there is no limit. */
  priceLimit: number | null
}

/** Redeems a free month for a product that the customer chooses. */
export function Redeem(props: RedeemProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Gift size={18} aria-hidden="true" />
        Redeem
      </Button>
      {open && <RedeemDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function RedeemDialog({ redeemed, priceLimit, onClose }: RedeemProps & { onClose: () => void }) {
  const { answer, error, again } = useAsk(listChoices, {})
  const choices = answer?.filter(
    ({ price }) => priceLimit === null || price === null || price <= priceLimit,
  )
  const form = useRecordForm(referrals.redeem, {
    initial: { product_id: choices?.[0]?.value ?? 0 },
    toInput: ({ product_id }) => ({
      body: { product_id: Number(product_id), redeemed },
    }),
    done: ({ product_name }) => `Redeemed a free month of ${product_name}`,
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
        {choices?.length === 0 ? (
          <p>No game is available for this free month. {limitSentence(priceLimit)}</p>
        ) : choices ? (
          <Select
            label="Game"
            hint={`The month is added to your remaining time. ${limitSentence(priceLimit)}`}
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

const limitSentence = (priceLimit: number | null) =>
  priceLimit === null
    ? ''
    : `You can choose a game that costs at most ${formatPrice(priceLimit)} a month: the total that the ${friendsPerReward} friends paid.`

type Choice = {
  value: number
  label: string
  /** The monthly price; null if the product is no longer in the store. */
  price: number | null
}

/**
 * The products for sale, and discontinued products with a running subscription of this customer.
 */
async function listChoices(): Promise<Choice[]> {
  const [sold, mine] = await Promise.all([api(products.list), api(subscriptions.list)])
  const running = mine.filter((subscription) => daysLeft(subscription, shopNow()) !== null)
  const choices = new Map<number, Choice>()
  for (const { game_id: value, product_name: label } of running)
    choices.set(value, { value, label, price: null })
  for (const { id: value, name: label, price, disabled } of sold)
    if (!disabled || choices.has(value)) choices.set(value, { value, label, price })
  for (const { game_id, lifetime } of running) if (lifetime) choices.delete(game_id)
  return [...choices.values()]
}
