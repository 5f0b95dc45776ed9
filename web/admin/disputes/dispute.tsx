import { Link } from 'react-router'
import { type StaffDispute, staffDisputes } from '#contract/selling/staff-disputes.ts'
import { can } from '#contract/wire/capabilities.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { api } from '../../api/client.ts'
import { shopNow } from '../../clock.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Fact } from '../fact.tsx'
import { backTo } from '../list/address.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/dispute'
import { EvidenceForm } from './evidence-form.tsx'
import { EvidenceTexts } from './evidence-texts.tsx'
import { evidenceHint, standingOf } from './standing.ts'
import { disputeStates, reasonOf, timeOf } from './states.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load dispute', () =>
    api(staffDisputes.get, { params: { id: params.id } }),
  )
}

export default function DisputePage({ loaderData, params }: Route.ComponentProps) {
  const { data } = loaderData
  return (
    <Page
      key={params.id}
      title={data ? `Dispute of order ${data.order.slice(0, 8)}` : 'Dispute'}
      back={{ to: backTo('/admin/disputes'), label: 'Disputes' }}
      detail={data && <Identity dispute={data} />}
      loaded={loaderData}
    >
      {(dispute, user) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[20rem_minmax(0,1fr)]">
          <Facts dispute={dispute} />
          <Card>
            <CardHeader title="Evidence" detail={evidenceHint(dispute)} />
            <Standing dispute={dispute} />
            {dispute.answerable && can(user, 'answer_disputes') ? (
              <EvidenceForm dispute={dispute} user={user} />
            ) : (
              <EvidenceTexts evidence={dispute.evidence} />
            )}
          </Card>
        </div>
      )}
    </Page>
  )
}

function Standing({ dispute }: { dispute: StaffDispute }) {
  const said = standingOf(dispute, shopNow())
  return said ? <Notice className="mb-6 [overflow-wrap:anywhere]">{said}</Notice> : null
}

function Identity({ dispute }: { dispute: StaffDispute }) {
  const { state, reason, uid, username, amount, opened_at } = dispute
  const { tone, label } = disputeStates[state]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Badge tone={tone}>{label}</Badge>
      <strong className="text-ink">{reasonOf(reason)}</strong>
      <strong className="text-ink tabular-nums">{formatPrice(amount)}</strong>
      <Link
        to={`/admin/users/${uid}`}
        className="underline decoration-edge underline-offset-4 hover:decoration-signal [overflow-wrap:anywhere]"
      >
        {username}
      </Link>
      <Moment at={opened_at} />
    </div>
  )
}

function Facts({ dispute }: { dispute: StaffDispute }) {
  const { order, amount, total, due_at, opened_at, closed_at, kept } = dispute
  return (
    <Card>
      <CardHeader title="Dispute" />
      <dl className="grid gap-4">
        <Fact name="Order">
          <Link to={`/admin/orders/${order}`} className="font-mono hover:text-signal">
            #{order.slice(0, 8)}
          </Link>
        </Fact>
        <Fact name="Amount">
          {formatPrice(amount)}
          {amount !== total && <span className="text-faint"> of {formatPrice(total)}</span>}
        </Fact>
        {!closed_at && (
          <Fact name="Due">
            {due_at ? <Moment look="lines" at={due_at} /> : 'The bank accepts no response'}
          </Fact>
        )}
        <Fact name="Opened">
          <Moment look="lines" at={opened_at} />
        </Fact>
        {closed_at && (
          <Fact name="Decided">
            <Moment look="lines" at={closed_at} />
          </Fact>
        )}
        <Fact name="Access time">
          {timeOf(dispute)}
          {kept > 0 && <span className="text-faint">, {exactly(kept)} on hold</span>}
        </Fact>
        {dispute.network_reason && <Fact name="Card network code">{dispute.network_reason}</Fact>}
        <Fact name="Stripe ID">
          <span className="font-mono text-xs">{dispute.provider_id}</span>
        </Fact>
      </dl>
    </Card>
  )
}
