import { leastSurplus } from '#contract/selling/payouts.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
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
  over: 'was paid in excess of the order total.',
  short: 'was received for this order, which was not paid in full.',
}

/** The amount received in excess of an order's total, with a button to offer it as a refund. */
export function PayoutRest({ order, rest }: { order: string; rest: Rest }) {
  const offer = useAction(staffPayouts.offerRest, {
    done: 'The customer gets an email with a link to enter an address',
    failed: 'Failed to offer the refund',
    say: messageOf,
  })
  const sum = formatPrice(rest.amount)
  return (
    <div className="surface mb-5 flex flex-wrap items-center justify-between gap-3 p-3 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        <strong className="tabular-nums">{sum}</strong>{' '}
        {rest.unconfirmed ? 'was received for a payment that failed.' : rests[rest.kind]}
        {rest.kind === 'over' &&
          ` The shop offers a surplus automatically only if it arrived in one payment at one exchange rate, is at least ${formatPrice(leastSurplus)} and reaches the provider’s minimum. Network fees can use up a smaller surplus.`}
      </p>
      <ConfirmAction
        action={offer}
        input={[{ params: { id: order }, query: { arrived: rest.unconfirmed ? 'true' : 'false' } }]}
        button={(open) => (
          <Button size="small" onClick={open}>
            Offer refund
          </Button>
        )}
        title={`Offer a refund of ${sum}?`}
        confirm={rest.unconfirmed ? 'Coins Received, Offer Refund' : 'Offer Refund'}
      >
        {rest.unconfirmed &&
          'NOWPayments reports this payment as failed. Check its dashboard first, and offer the refund only if the coins have arrived. '}
        {rest.rates_differ &&
          'The coins arrived at different exchange rates, and the refund uses the average rate. If the rate rose after the first payment, the customer gets more than the surplus was worth. '}
        The customer gets an email with a link that is valid for seven days. No coins are sent until
        an administrator approves the address.
      </ConfirmAction>
    </div>
  )
}
