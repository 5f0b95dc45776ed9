import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { can } from '#contract/capabilities.ts'
import { type BatchEffects, type CreditBatch, credits } from '#contract/credits.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { formatCount, formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Fact } from '../fact.tsx'
import { lasting } from '../lasting.ts'
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
      back={{ to: '/admin/credits', label: 'Fair Time' }}
      detail={data && <Identity batch={data} />}
      loaded={loaderData}
    >
      {(batch, user) => (
        <Card className="max-w-3xl">
          <CardHeader
            title="Who gets what"
            detail={
              batch.state === 'previewing'
                ? 'This is being found out.'
                : batch.effects
                  ? undefined
                  : 'Nobody knows yet: let it be found out. It gives nothing.'
            }
          />
          {batch.overtaken && (
            <Notice className="mb-5">
              Its incident was given other modules or times after this was found out. What is
              confirmed stays as it is: whoever should get more gets it by a batch of its own.
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
            After{' '}
            <Link to={`/admin/status/${incident}`} className="underline underline-offset-4">
              an incident
            </Link>{' '}
            that {by} has closed.
          </>
        ) : (
          `${lasting(seconds!)} for everybody. Drafted by ${by}.`
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
        <Fact name="People">
          <strong>{formatCount(people)}</strong>
          {runs !== people && <span className="text-faint"> with {formatCount(runs)} runs</span>}
        </Fact>
        <Fact name="Time of all together">{seconds > 0 ? lasting(seconds) : 'None'}</Fact>
        <Fact name="Worth at list price">{formatPrice(worth)}</Fact>
        <Fact name="New ends">
          {earliest_end && latest_end ? (
            <>
              <Moment stacked="always" at={earliest_end} />
              {earliest_end !== latest_end && (
                <>
                  {' to '}
                  <Moment stacked="always" at={latest_end} />
                </>
              )}
            </>
          ) : (
            'None'
          )}
        </Fact>
        <Fact name="Left out">
          <LeftOut leftOut={left_out} />
        </Fact>
        {previewed_at && (
          <Fact name="Looked at">
            <Moment stacked="always" at={previewed_at} />
          </Fact>
        )}
        {confirmed_by && (
          <Fact name="Given">
            To {formatCount(given)} of {formatCount(runs)}, confirmed by {confirmed_by}
            {applied_at && (
              <span className="block">
                <Moment at={applied_at} />
              </span>
            )}
          </Fact>
        )}
        {undone_at && (
          <Fact name="Taken back">
            {taken_back > 0 ? lasting(taken_back) : 'Nothing'}
            {kept > 0 && `; ${lasting(kept)} were used and could not be`}
          </Fact>
        )}
      </dl>
      <a
        href={`/api/admin/credits/${batch.id}/export`}
        download
        className="mt-5 inline-flex min-h-9 items-center gap-2 rounded-sm text-soft underline underline-offset-4 hover:text-ink"
      >
        <Download size={16} aria-hidden="true" />
        Everybody as CSV
      </a>
    </>
  )
}

function LeftOut({ leftOut }: { leftOut: BatchEffects['left_out'] }) {
  const reasons = Object.entries(leftOut) as [keyof typeof leftOutWords, number][]
  if (reasons.length === 0) return 'Nobody'
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
