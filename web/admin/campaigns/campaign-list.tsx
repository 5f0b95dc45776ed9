import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RecipientGroup } from '#contract/people/campaign-form.ts'
import { type Campaign, campaigns, groupName } from '#contract/people/campaigns.ts'
import { useAsk, useNewest } from '../../api/ask.ts'
import { formatCount } from '../../format.ts'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'
import { Progress } from './progress.tsx'
import { CampaignBadge, settled } from './states.tsx'

type Campaigns = { campaigns: Campaign[]; total: number; page: number; limit: number }
const every = 2000

export function CampaignList({ loaded, groups }: { loaded: Campaigns; groups: RecipientGroup[] }) {
  const list = useProgress(loaded)
  const nameOf = (slug: string) =>
    groups.find(({ group }) => group === slug)?.name ?? groupName(slug)
  return (
    <section aria-labelledby="campaigns">
      <h2 id="campaigns" className="title mb-4 text-xl">
        Campaigns
      </h2>
      <List
        caption="Campaigns"
        nouns={['campaign', 'campaigns']}
        pressable
        columns={columns(nameOf)}
        list={list}
        rows={list.campaigns}
        rowKey={({ id }) => id}
        icon={<Megaphone size={26} />}
        none={[
          'No campaigns yet',
          'Emails that you send are listed here, with their progress and the result for each recipient.',
        ]}
      />
    </section>
  )
}

/**
 * While a campaign is being sent, polls only the list, because counting the groups takes longer.
 */
function useProgress(loaded: Campaigns): Campaigns {
  const { page, limit } = loaded
  const [running, setRunning] = useState(true)
  const { answer } = useAsk(
    campaigns.list,
    { query: { page, limit } },
    {
      every: running ? every : undefined,
      loaded,
    },
  )
  const [list] = useNewest<Omit<Campaigns, 'page' | 'limit'>>(loaded, answer)
  const isRunning = list.campaigns.some(({ status }) => status === 'running')
  if (running !== isRunning) setRunning(isRunning)
  return { ...list, page, limit }
}

const columns = (nameOf: (slug: string) => string): Column<Campaign>[] => [
  {
    header: 'Campaign',
    wide: true,
    cell: ({ id, subject, recipient_group }) => (
      <div className="min-w-0">
        <Link to={`/admin/emails/${id}`} className="stretched font-[600] hover:text-signal">
          {subject}
        </Link>
        <p className="text-faint text-sm">To {nameOf(recipient_group)}</p>
      </div>
    ),
  },
  {
    header: 'Progress',
    cell: (campaign) => (
      <div className="grid w-40 gap-1.5">
        <Progress campaign={campaign} />
        <span className="text-soft text-sm tabular-nums">
          {formatCount(settled(campaign))} of {formatCount(campaign.total)}
        </span>
      </div>
    ),
  },
  { header: 'Status', cell: ({ status }) => <CampaignBadge status={status} /> },
  {
    header: 'Started',
    cell: ({ created_at, created_by }) => (
      <>
        <Moment look="table" at={created_at} />
        {created_by && <span className="block text-faint text-sm">{created_by}</span>}
      </>
    ),
  },
]
