import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Campaign, campaigns, groupName } from '#contract/people/campaigns.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { formatCount } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { loadList } from '../list/load-list.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/campaign'
import { CampaignActions } from './campaign-actions.tsx'
import { Contents } from './contents.tsx'
import { Progress } from './progress.tsx'
import { Recipients } from './recipients.tsx'
import { CampaignBadge, recipientLooks, settled } from './states.tsx'

export function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load campaign', async () => {
    const params = { id }
    const [campaign, list] = await Promise.all([
      api(campaigns.get, { params }),
      loadList(request, campaigns.recipients, { params, filters: ['status'] }),
    ])
    return { campaign, list }
  })
}

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const campaign = loaderData.data?.campaign
  usePolling(campaign && (campaign.status === 'running' || campaign.counts.sending) ? 1500 : null)
  return (
    <Page
      title={campaign?.subject ?? 'Campaign'}
      back={{ to: '/admin/emails', label: 'Emails' }}
      detail={campaign && <Facts campaign={campaign} />}
      actions={campaign && <CampaignActions campaign={campaign} />}
      loaded={loaderData}
    >
      {({ campaign: shown, list }) => (
        <div className="grid gap-8">
          <Figures campaign={shown} />
          <Contents campaign={shown} />
          <Recipients list={list} />
        </div>
      )}
    </Page>
  )
}

function Facts({ campaign }: { campaign: Campaign }) {
  const { status, recipient_group, created_by, created_at } = campaign
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <CampaignBadge status={status} />
      <span>
        To {groupName(recipient_group)}, started {created_by && `by ${created_by} `}on{' '}
        <Moment at={created_at} />
      </span>
    </span>
  )
}

const figures = ['sent', 'queued', 'failed', 'unknown', 'skipped', 'cancelled'] as const

function Figures({ campaign }: { campaign: Campaign }) {
  const { total, counts, waiting_until, refused_with } = campaign
  return (
    <Card>
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-soft">
        <span className="tabular-nums">
          <strong className="text-ink text-lg">{formatCount(settled(campaign))}</strong> of{' '}
          {formatCount(total)} recipients
        </span>
        <span className="tabular-nums">
          {Math.floor((100 * settled(campaign)) / Math.max(1, total))}%
        </span>
      </p>
      <Progress campaign={campaign} />
      <dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-4">
        {figures.map((status) => (
          <Figure key={status} label={recipientLooks[status].label}>
            {formatCount(counts[status] + (status === 'queued' ? counts.sending : 0))}
          </Figure>
        ))}
      </dl>
      {refused_with && (
        <ErrorBox
          className="mt-5"
          action={<LinkButton to="/admin/settings/services">Open services</LinkButton>}
        >
          The mail server refused five emails in a row, so the campaign was paused. The refusals
          concern the shop (its sign-in, its sender or a rule of the server), not the recipients,
          who keep their place in the queue. The last answer was: “{refused_with}”. Fix the mail
          server’s settings, then click Resume.
        </ErrorBox>
      )}
      {waiting_until && (
        <p className="mt-5 flex items-center gap-2 text-soft text-sm">
          <Clock size={16} aria-hidden="true" className="text-warning" />
          <span>
            Some emails could not be delivered yet. Sending resumes on <Moment at={waiting_until} />
            .
          </span>
        </p>
      )}
    </Card>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-faint text-sm">{label}</dt>
      <dd className="mt-0.5 font-[650] text-xl tabular-nums">{children}</dd>
    </div>
  )
}
