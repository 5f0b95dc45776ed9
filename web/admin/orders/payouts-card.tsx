import type { Me } from '#contract/platform/sessions.ts'
import { memoName } from '#contract/selling/payouts.ts'
import { type StaffPayout, staffPayouts } from '#contract/selling/staff-payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { may } from '#contract/wire/endpoint.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { formatCoins } from '../../account/orders/payment-info.ts'
import { InFours } from '../../account/payouts/in-fours.tsx'
import { formatMoment, formatPrice } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { PayoutRest, type Rest } from './payout-rest.tsx'

type PayoutsCardProps = {
  order: string
  payouts: { rows: readonly StaffPayout[]; page: number; total: number }
  rest: Rest | null
  me: Me
}

/** Payouts on one page of the card. */
export const payoutRows = 10

/**
 * The crypto refunds of the order with their progress, and any overpayment that can be offered as a
 * refund.
 */
export function PayoutsCard({ order, payouts: { rows, page, total }, rest, me }: PayoutsCardProps) {
  const offer = rest && may(me, staffPayouts.offerRest) ? rest : null
  if (total === 0 && !offer) return null
  return (
    <Card>
      <CardHeader title="Payouts" />
      {offer && <PayoutRest order={order} rest={offer} />}
      <ul className="grid divide-y divide-line">
        {rows.map((payout) => (
          <Payout key={payout.id} payout={payout} me={me} />
        ))}
      </ul>
      <CardPager
        name="payouts"
        page={page}
        size={payoutRows}
        total={total}
        nouns={['payout', 'payouts']}
      />
    </Card>
  )
}

const states: Record<StaffPayout['status'], { label: string; tone: Tone }> = {
  offered: { label: 'Waiting for address', tone: 'warning' },
  given: { label: 'Needs approval', tone: 'warning' },
  approved: { label: 'Ready to send', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  done: { label: 'Arrived', tone: 'success' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
}

const ranOut = { label: 'Expired', tone: 'danger' as const }

const atServer = { label: 'Sending with BTCPay Server', tone: 'warning' as const }

const inHand = { label: 'Claimed', tone: 'warning' as const }

function stateOf({ status, by_server, claim, ran_out }: StaffPayout) {
  if (ran_out) return ranOut
  if (status !== 'approved') return states[status]
  if (by_server) return atServer
  return claim ? inHand : states.approved
}

const kinds = {
  refund: 'Refund',
  over: 'Overpayment',
  short: 'Unfinished order',
}

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
        {kinds[payout.kind]}, {formatPrice(payout.amount)} at the time of payment{' '}
        {network && network !== currency && `, network ${network.toUpperCase()}`} ·{' '}
        {payout.by ?? 'automatic'}
        {payout.approved_by && `, approved by ${payout.approved_by}`}
      </p>
      {payout.ran_out ? (
        <p className="text-faint text-sm">
          The customer entered no address by {formatMoment(payout.expires_at)}
        </p>
      ) : (
        payout.status === 'offered' && (
          <p className="text-faint text-sm">Valid until {formatMoment(payout.expires_at)}</p>
        )
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
            ? 'You claimed this payout. Other staff can’t send it until you enter the transaction or release it. Claimed '
            : isolated`${payout.claim.name} claimed this payout, so other staff can’t send it. Claimed `}
          <Moment at={payout.claim.at} />
        </p>
      )}
      {payout.server_note && (
        <p className="text-danger text-sm [overflow-wrap:anywhere]">
          {payout.server_note}
          {payout.by_server && '. It is checked again automatically.'}
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
      <PayoutActions payout={payout} me={me} />
    </li>
  )
}
