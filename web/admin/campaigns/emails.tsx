import { campaignForm } from '#contract/people/campaign-form.ts'
import { campaigns } from '#contract/people/campaigns.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { loadList } from '../list/load-list.ts'
import { asStaff, loadPart } from '../load.ts'
import { Failure, Page } from '../page.tsx'
import type { Route } from './+types/emails'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignList } from './campaign-list.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the recipient groups', async () => {
    const [{ groups }, list] = await Promise.all([
      api(campaignForm.groups),
      loadPart('Failed to load campaigns', loadList(request, campaigns.list)),
    ])
    return { groups, list }
  })
}

export default function Emails({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Emails"
      detail="Send news to groups of users. Receipts and other account emails are sent automatically."
      actions={<LinkButton to="/admin/emails/suppressions">Suppression List</LinkButton>}
      loaded={loaderData}
    >
      {({ groups, list }, user) => (
        <div className="grid gap-10">
          <CampaignForm groups={groups} user={user} />
          {list.error === null ? (
            <CampaignList loaded={list.data} groups={groups} />
          ) : (
            <Failure {...list} />
          )}
        </div>
      )}
    </Page>
  )
}
