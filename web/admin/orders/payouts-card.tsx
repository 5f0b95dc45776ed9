import { useState } from 'react'
import { coinName } from '#contract/coins.ts'
import { may } from '#contract/endpoint.ts'
import { memoName } from '#contract/payouts.ts'
import type { Me } from '#contract/sessions.ts'
import { type StaffPayout, staffPayouts } from '#contract/staff-payouts.ts'
import { formatCoins } from '../../account/orders/payment-info.ts'
import { InFours } from '../../account/payouts/in-fours.tsx'
import { useAction } from '../../api/action.ts'
import { useAsk } from '../../api/ask.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { formatMoment, formatPrice } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { AskReason } from '../ask-reason.tsx'
import { EffectsBox } from '../effects-box.tsx'
import { ByHand } from './payout-by-hand.tsx'
import { ApprovePayout, PayoutSent } from './payout-dialogs.tsx'

type PayoutsCardProps = {
  order: string
  payouts: readonly StaffPayout[]
  rest: { kind: 'over' | 'short'; amount: number; unconfirmed: boolean } | null
  me: Me
}

/** What goes back in crypto, step by step, and what could be offered beside the order's total. */
export function PayoutsCard({ order, payouts, rest, me }: PayoutsCardProps) {
  const offer = rest && may(me, staffPayouts.offerRest) ? rest : null
  if (payouts.length === 0 && !offer) return null
  return (
    <Card>
      <CardHeader title="Payouts" />
      {offer && <Rest order={order} rest={offer} />}
      <ul className="grid divide-y divide-line">
        {payouts.map((payout) => (
          <Payout key={payout.id} payout={payout} me={me} />
        ))}
      </ul>
    </Card>
  )
}

const rests = {
  over: 'was paid above the total of this order.',
  short: 'came for this order, which was not paid in full.',
}

function Rest({ order, rest }: { order: string; rest: NonNullable<PayoutsCardProps['rest']> }) {
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
        The customer is mailed a link that is good for seven days. Nothing is sent before an
        administrator has approved the address.
      </ConfirmAction>
    </div>
  )
}

const states: Record<StaffPayout['status'], { label: string; tone: Tone }> = {
  offered: { label: 'Waits for an address', tone: 'warning' },
  given: { label: 'To be approved', tone: 'warning' },
  approved: { label: 'To be sent', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  done: { label: 'Arrived', tone: 'success' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
}

const atServer = { label: 'BTCPay Server sends it', tone: 'warning' as const }

const inHand = { label: 'In hand to send', tone: 'warning' as const }

function stateOf({ status, by_server, claim }: StaffPayout) {
  if (status !== 'approved') return states[status]
  if (by_server) return atServer
  return claim ? inHand : states.approved
}

const kinds = { refund: 'Refund', over: 'Paid too much', short: 'Paid too little' }

function Payout({ payout, me }: { payout: StaffPayout; me: Me }) {
  const { label, tone } = stateOf(payout)
  const { address, memo, network, currency, transaction_id, transaction_url } = payout
  return (
    <li className="grid gap-2 py-5 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="tabular-nums">
            {formatCoins(payout.coins)} {coinName(currency)}
          </strong>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="text-faint text-sm">
          <Moment at={payout.created_at} />
        </span>
      </p>
      <p className="text-sm text-soft [overflow-wrap:anywhere]">
        {kinds[payout.kind]}, {formatPrice(payout.amount)} when it was paid
        {network && network !== currency && `, network ${network.toUpperCase()}`} ·{' '}
        {payout.by ?? 'by itself'}
        {payout.approved_by && `, approved by ${payout.approved_by}`}
      </p>
      {payout.status === 'offered' && (
        <p className="text-faint text-sm">Good until {formatMoment(payout.expires_at)}</p>
      )}
      {address && payout.status !== 'offered' && payout.status !== 'withdrawn' && (
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0">
            <InFours text={address} />
            {memo && (
              <span className="block text-sm">
                {memoName(network)} {memo}
              </span>
            )}
          </p>
          <CopyButton
            text={address}
            label="Copy address"
            copied="Address copied to clipboard"
            failed="Failed to copy address"
          />
        </div>
      )}
      {payout.claim && (
        <p className="text-sm [overflow-wrap:anywhere]">
          {payout.claim.uid === me.uid
            ? 'You send it: nobody else does until you enter its transaction or give it back. Taken in hand '
            : `${payout.claim.name} sends it, and nobody else does meanwhile. Taken in hand `}
          <Moment at={payout.claim.at} />
        </p>
      )}
      {payout.server_note && (
        <p className="text-danger text-sm [overflow-wrap:anywhere]">
          {payout.server_note}
          {payout.by_server && '. It is asked again by itself.'}
        </p>
      )}
      {transaction_id && (
        <p className="break-all text-sm">
          {transaction_url ? (
            <a
              href={transaction_url}
              target="_blank"
              rel="noreferrer"
              className="underline decoration-edge underline-offset-4 hover:decoration-signal"
            >
              {transaction_id}
            </a>
          ) : (
            transaction_id
          )}
        </p>
      )}
      <Actions payout={payout} me={me} />
    </li>
  )
}

function Actions({ payout, me }: { payout: StaffPayout; me: Me }) {
  const { id, status, by_server, claim } = payout
  const [open, setOpen] = useState<'approve' | 'sent' | null>(null)
  const close = () => setOpen(null)
  const done = useAction(staffPayouts.done, {
    done: 'Marked as arrived',
    failed: 'It could not be marked',
    say: messageOf,
    failureIn: 'toast',
  })
  const sends = may(me, staffPayouts.sent)
  const byOther = claim !== null && claim.uid !== me.uid
  const withdrawable =
    status === 'offered' || status === 'given' || (status === 'approved' && sends && !byOther)
  return (
    <div className="flex flex-wrap gap-3">
      {status === 'given' && sends && (
        <Button size="small" look="primary" onClick={() => setOpen('approve')}>
          Approve
        </Button>
      )}
      {status === 'approved' && sends && !by_server && (
        <ByHand payout={payout} me={me} onSent={() => setOpen('sent')} />
      )}
      {status === 'sent' && sends && !by_server && (
        <Button size="small" loading={done.pending} onClick={() => done.run({ params: { id } })}>
          It has arrived
        </Button>
      )}
      {withdrawable && may(me, staffPayouts.withdraw) && (
        <AskReason
          me={me}
          draft={`withdraw-payout ${id}`}
          call={staffPayouts.withdraw}
          toInput={(reason) => ({ params: { id }, body: { reason } })}
          button={(ask) => (
            <Button size="small" onClick={ask}>
              Withdraw
            </Button>
          )}
          title="Withdraw this payout?"
          confirm="Withdraw"
          done="The payout is withdrawn"
          failed="It could not be withdrawn"
        >
          {status === 'approved' && (
            <p>
              {by_server
                ? 'BTCPay Server is told first, and refuses when it has sent it.'
                : 'Only if nobody has sent it yet: coins do not come back.'}
            </p>
          )}
          <WithdrawEffects id={id} />
        </AskReason>
      )}
      {open === 'approve' && <ApprovePayout payout={payout} onClose={close} />}
      {open === 'sent' && <PayoutSent payout={payout} onClose={close} />}
    </div>
  )
}

function WithdrawEffects({ id }: { id: string }) {
  const { answer, ...tried } = useAsk(staffPayouts.previewWithdraw, { params: { id } })
  const sentences = answer && [
    'Its link says that the offer is over',
    `${formatPrice(answer.again)} can be given back of this order then`,
    'The customer is not mailed',
  ]
  return <EffectsBox {...tried} sentences={sentences} hint="" />
}
