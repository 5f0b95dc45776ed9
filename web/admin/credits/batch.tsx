import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { type BatchEffects, type CreditBatch, credits } from '#contract/outages/credits.ts'
import { can } from '#contract/wire/capabilities.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { formatCount, formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Fact } from '../fact.tsx'
import { lasting, totalTime } from '../lasting.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/batch'
import { BatchActions } from './batch-actions.tsx'
import { batchStates, leftOutWords } from './states.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load batch', () =>
    api(credits.get, { params: { id: params.id } }),
  )
}

export default function BatchPage({ loaderData, params }: Route.ComponentProps) {
  const { data } = loaderData
  return (
    <Page
      key={params.id}
      title={data?.title ?? 'Batch'}
      back={{ to: '/admin/credits', label: 'Compensation' }}
      detail={data && <Identity batch={data} />}
      loaded={loaderData}
    >
      {(batch, user) => (
        <Card className="max-w-3xl">
          <CardHeader
            title="Recipients"
            detail={
              batch.state === 'previewing'
                ? 'Calculating the recipients...'
                : batch.effects
                  ? undefined
                  : 'Not calculated yet. A preview applies nothing.'
            }
          />
          {batch.overtaken && (
            <Notice className="mb-5">
              The modules or times of the incident were changed after this batch was calculated. A
              confirmed batch stays as it is. To give more time, create another batch.
            </Notice>
          )}
          {batch.effects && batch.state !== 'previewing' && (
            <Effects batch={batch} effects={batch.effects} />
          )}
          {can(user, 'manage_credits') && <BatchActions uid={user.uid} batch={batch} />}
        </Card>
      )}
    </Page>
  )
}

function Identity({ batch }: { batch: CreditBatch }) {
  const { state, products, seconds, incident, by } = batch
  usePolling(['previewing', 'confirmed', 'applying', 'undoing'].includes(state) ? 2000 : null)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={batchStates[state].tone}>{batchStates[state].label}</Badge>
        <span className="[overflow-wrap:anywhere]">{products.join(', ')}</span>
      </div>
      <p className="text-sm">
        {incident ? (
          <>
            For{' '}
            <Link to={`/admin/status/${incident}`} className="underline underline-offset-4">
              an incident
            </Link>{' '}
            closed by {by}.
          </>
        ) : (
          `${lasting(seconds!)} for each subscription. Created by ${by}.`
        )}
      </p>
    </div>
  )
}

function Effects({ batch, effects }: { batch: CreditBatch; effects: BatchEffects }) {
  const { people, runs, seconds, worth, earliest_end, latest_end, left_out } = effects
  const { previewed_at, given, applied_at, undone_at, taken_back, kept, confirmed_by } = batch
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name="Customers">
          <strong>{formatCount(people)}</strong>
          {runs !== people && (
            <span className="text-faint"> with {formatCount(runs)} subscriptions</span>
          )}
        </Fact>
        <Fact name="Total time">{seconds > 0 ? totalTime(seconds) : 'None'}</Fact>
        <Fact name="Value at list price">{formatPrice(worth)}</Fact>
        <Fact name="New expiry dates">
          {earliest_end && latest_end ? (
            <>
              <Moment look="lines" at={earliest_end} />
              {earliest_end !== latest_end && (
                <>
                  {' to '}
                  <Moment look="lines" at={latest_end} />
                </>
              )}
            </>
          ) : (
            'None'
          )}
        </Fact>
        <Fact name="Excluded">
          <LeftOut leftOut={left_out} />
        </Fact>
        {previewed_at && (
          <Fact name="Previewed">
            <Moment look="lines" at={previewed_at} />
          </Fact>
        )}
        {confirmed_by && (
          <Fact name="Applied">
            To {formatCount(given)} of {formatCount(runs)} subscriptions, confirmed by{' '}
            {confirmed_by}
            {applied_at && (
              <span className="block">
                <Moment at={applied_at} />
              </span>
            )}
          </Fact>
        )}
        {undone_at && (
          <Fact name="Revoked">
            {taken_back > 0 ? totalTime(taken_back) : 'Nothing'}
            {kept > 0 && `; ${totalTime(kept)} had already been used`}
          </Fact>
        )}
      </dl>
      <a
        href={`/api/admin/credits/${batch.id}/export`}
        download
        className="mt-5 inline-flex min-h-9 items-center gap-2 rounded-sm text-soft underline underline-offset-4 hover:text-ink"
      >
        <Download size={16} aria-hidden="true" />
        Export recipients (CSV)
      </a>
    </>
  )
}

function LeftOut({ leftOut }: { leftOut: BatchEffects['left_out'] }) {
  const reasons = Object.entries(leftOut) as [keyof typeof leftOutWords, number][]
  if (reasons.length === 0) return 'None'
  return (
    <ul>
      {reasons.map(([why, runs]) => (
        <li key={why}>
          {formatCount(runs)} {leftOutWords[why]}
        </li>
      ))}
    </ul>
  )
}
