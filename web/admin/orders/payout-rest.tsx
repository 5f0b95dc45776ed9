import { leastSurplus } from '#contract/payouts.ts'
import { staffPayouts } from '#contract/staff-payouts.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'

export type Rest = {
  kind: 'over' | 'short'
  amount: number
  unconfirmed: boolean
  rates_differ: boolean
}

const rests = {
  over: 'was paid above the total of this order.',
  short: 'came for this order, which was not paid in full.',
}

/** The amount received in excess of an order's total, with a button to offer it as a refund. */
export function PayoutRest({ order, rest }: { order: string; rest: Rest }) {
  const offer = useAction(staffPayouts.offerRest, {
    done: 'The customer is mailed a link and says where it goes',
    failed: 'It could not be offered',
    say: messageOf,
  })
  const sum = formatPrice(rest.amount)
  return (
    <div className="surface mb-5 flex flex-wrap items-center justify-between gap-3 p-3 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        <strong className="tabular-nums">{sum}</strong>{' '}
        {rest.unconfirmed ? 'was seen of a payment that failed.' : rests[rest.kind]}
        {rest.kind === 'over' &&
          ` The shop offers a surplus back automatically only if it came in one payment at one exchange rate, is at least ${formatPrice(leastSurplus)} and reaches the provider’s minimum. Network fees may use up a smaller one.`}
      </p>
      <ConfirmAction
        action={offer}
        input={[{ params: { id: order }, query: { arrived: rest.unconfirmed ? 'true' : 'false' } }]}
        button={(open) => (
          <Button size="small" onClick={open}>
            Offer back
          </Button>
        )}
        title={`Offer ${sum} back?`}
        confirm={rest.unconfirmed ? 'It is there, offer it back' : 'Offer back'}
      >
        {rest.unconfirmed &&
          'NOWPayments calls this payment failed. Look in its dashboard first, and offer it back only if the coins are there. '}
        {rest.rates_differ &&
          'The coins arrived at different exchange rates, and the offer returns them at the average rate. If the coin has risen since the first of them, the customer gets more than the surplus was worth. '}
        The customer is mailed a link that is good for seven days. Nothing is sent before an
        administrator has approved the address.
      </ConfirmAction>
    </div>
  )
}
