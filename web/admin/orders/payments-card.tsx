import { shortCardName } from '#contract/selling/card-brand.ts'
import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { coinName } from '#contract/wire/coins.ts'
import { paymentProviderNames } from '#contract/wire/payment-provider.ts'
import { formatCoins } from '../../account/orders/payment-info.ts'
import { formatPrice } from '../../format.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Moment } from '../../ui/time-ago.tsx'

type Payment = StaffOrder['payments'][number]

/** All payment attempts, newest first. */
export function PaymentsCard({ payments }: { payments: readonly Payment[] }) {
  return (
    <Card>
      <CardHeader title="Payments" />
      {payments.length === 0 && <p className="text-soft">No payments yet.</p>}
      <ul className="grid gap-5 divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="pt-5 first:pt-0">
            <p className="flex flex-wrap justify-between gap-x-4 font-[600]">
              <span>
                {paymentProviderNames[payment.provider]}, {payment.status}
              </span>
              <span className="tabular-nums">{formatPrice(payment.amount)}</span>
            </p>
            <dl className="mt-2 grid gap-1.5 text-sm">
              <Fact name="Payment">{payment.id}</Fact>
              <Fact name="Started">
                <Moment at={payment.created_at} />
              </Fact>
              <Fact name="Checked">
                <Moment at={payment.checked_at} />
              </Fact>
              {payment.card_last4 && (
                <Fact name="Card">
                  {shortCardName({ brand: payment.card_brand, last4: payment.card_last4 })}
                </Fact>
              )}
              {payment.review && (
                <Fact name="Review">
                  {reviewSentences[payment.review]} It does not count as paid. The provider’s status
                  is {payment.provider_status}.
                </Fact>
              )}
              {payment.pay_amount !== null && (
                <Fact name="Paid">
                  {formatCoins(payment.actually_paid ?? 0)} of {formatCoins(payment.pay_amount)}{' '}
                  {payment.pay_currency && coinName(payment.pay_currency)}
                </Fact>
              )}
              <Id name="Provider ID" text={payment.provider_id} />
              <Id name="Reference" text={payment.provider_reference} />
              <Id name="Address" text={payment.pay_address} />
              <Id name="Transaction" text={payment.transaction_id} />
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const reviewSentences = {
  other_coin: 'The payment was made in a different coin than the order requested.',
  unknown_status:
    'The provider reports a status that the shop does not know. The payment counts only once staff have reviewed it.',
}

function Id({ name, text }: { name: string; text: string | null }) {
  if (text === null) return null
  return (
    <Fact name={name}>
      <span className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{text}</span>
        {/* The button is taller than a line and must not increase the line spacing. */}
        <span className="-my-2 shrink-0">
          <CopyButton
            text={text}
            size="small"
            label={`Copy: ${name}`}
            copied="Copied to clipboard"
            failed="Failed to copy to clipboard"
          />
        </span>
      </span>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
