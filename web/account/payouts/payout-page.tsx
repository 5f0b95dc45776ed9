import { useState } from 'react'
import { type CustomerPayout, memoName, payouts } from '#contract/selling/payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { api } from '../../api/client.ts'
import { formatList, formatMoment, formatPrice } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { MailLinkFallback, MailLinkPage, readMailLink } from '../mail-link.tsx'
import { formatCoins } from '../orders/payment-info.ts'
import type { Route } from './+types/payout-page'
import { AddressForm } from './address-form.tsx'
import { CodeForm } from './code-form.tsx'
import { InFours } from './in-fours.tsx'

const title = 'Your Refund'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readMailLink(request, (token) => api(payouts.read, { body: { token } }))

export const HydrateFallback = () => <MailLinkFallback title={title} />

export default function PayoutPage({ loaderData }: Route.ComponentProps) {
  return (
    <MailLinkPage
      title={title}
      description="Choose where to receive your refund."
      read={loaderData}
    >
      {(payout) => <Steps token={loaderData.token} found={payout} />}
    </MailLinkPage>
  )
}

/** The next step for the customer, or the progress of the payout. */
function Steps({ token, found }: { token: string; found: CustomerPayout }) {
  const [payout, setPayout] = useState(found)
  const [another, setAnother] = useState(false)
  const { status, code_sent, address } = payout
  const answered = (now: CustomerPayout) => {
    setPayout(now)
    setAnother(false)
  }
  const given = { token, payout, onAnswer: answered }
  return (
    <div className="grid gap-6">
      <Facts payout={payout} />
      {status === 'offered' && (!code_sent || !address || another) && <AddressForm {...given} />}
      {status === 'offered' && code_sent && address && !another && (
        <CodeForm {...given} address={address} onAnother={() => setAnother(true)} />
      )}
      {status !== 'offered' && <Standing payout={payout} />}
    </div>
  )
}

const why = {
  refund: 'For your order',
  over: 'Paid above your order’s total',
  short: 'Paid for an order that was not completed',
}

const ended: readonly CustomerPayout['status'][] = ['sent', 'done', 'withdrawn']

function Facts({ payout }: { payout: CustomerPayout }) {
  const { kind, coins, currency, network, amount, status, expires_at, takes } = payout
  return (
    <div className="border-line border-b pb-5">
      <p className="label">{why[kind]}</p>
      <p className="display mt-1 text-[clamp(1.5rem,6vw,2rem)] tabular-nums [overflow-wrap:anywhere]">
        {formatCoins(coins)} <span className="text-[0.65em]">{coinName(currency)}</span>
      </p>
      <p className="mt-1 text-faint text-sm">
        Worth {formatPrice(amount)} when you paid
        {network && network !== currency && `, on the ${network.toUpperCase()} network`}
        {status === 'offered' && `. This offer expires on ${formatMoment(expires_at)}.`}
      </p>
      {takes.length > 0 && !ended.includes(status) && (
        <p className="mt-3 text-soft">
          When it is sent, the time that it paid for is revoked: {formatList(takes)}.
        </p>
      )}
    </div>
  )
}

const standings: Record<Exclude<CustomerPayout['status'], 'offered'>, string> = {
  given: 'Your address is confirmed. We review it and email you when the refund is sent.',
  approved: 'Your refund is being sent. We email you as soon as it is on its way.',
  sent: 'Your refund is on its way. The network takes from a few minutes to an hour to confirm it.',
  done: 'Your refund was sent and has arrived.',
  withdrawn:
    'This offer was withdrawn, and nothing is sent. If you are still owed a refund, please open a ticket under Support to get a new offer.',
}

const tooLate =
  'This offer expired before an address was entered, and nothing was sent. Please open a ticket under Support to get a new offer.'

function Standing({ payout }: { payout: CustomerPayout }) {
  const { status, address, memo, transaction_id, transaction_url, order_id, ran_out } = payout
  if (status === 'offered') return null
  const over = status === 'withdrawn'
  return (
    <>
      <p role="status" className="text-soft">
        {over && ran_out ? tooLate : standings[status]}
      </p>
      {!over && (
        <dl className="grid gap-4">
          {address && (
            <Fact name="Address">
              <InFours text={address} />
            </Fact>
          )}
          {memo && <Fact name={memoName(payout.network)}>{memo}</Fact>}
          {transaction_id && (
            <Fact name="Transaction">
              {transaction_url ? (
                <a
                  href={transaction_url}
                  target="_blank"
                  rel="noreferrer"
                  className="underline decoration-signal underline-offset-4 hover:text-signal"
                >
                  {transaction_id}
                </a>
              ) : (
                transaction_id
              )}
            </Fact>
          )}
        </dl>
      )}
      <LinkButton to={over ? '/dashboard?t=support' : `/orders/${order_id}`} size="large" wide>
        {over ? 'Open a ticket' : 'View order'}
      </LinkButton>
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="mt-1 break-all font-mono text-[0.9375rem]">{children}</dd>
    </div>
  )
}
