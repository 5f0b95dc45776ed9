import { campaignForm } from '#contract/campaign-form.ts'
import { campaigns } from '#contract/campaigns.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { readList } from '../list/address.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/emails'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignList } from './campaign-list.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, limit } = readList(request)
  return asStaff(request, 'Failed to load campaigns', async () => {
    const [{ groups }, list] = await Promise.all([
      api(campaignForm.groups),
      api(campaigns.list, { query: { page, limit } }),
    ])
    return { groups, list: { ...list, page, limit } }
  })
}

export default function Emails({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Emails"
      detail="News for many at once. Receipts and other mail about one’s own account go by themselves."
      actions={<LinkButton to="/admin/emails/suppressions">Suppression List</LinkButton>}
      loaded={loaderData}
    >
      {({ groups, list }, user) => (
        <div className="grid gap-10">
          <CampaignForm groups={groups} user={user} />
          <CampaignList loaded={list} groups={groups} />
        </div>
      )}
    </Page>
  )
}
