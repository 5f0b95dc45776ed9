import { Pencil, UserX } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { userHistory } from '#contract/user-history.ts'
import { type Account, users } from '#contract/users.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/user'
import { ActivityCard } from './activity-card.tsx'
import { DiscordCard } from './discord-card.tsx'
import { InformationCard } from './information-card.tsx'
import { InfractionsCard } from './infractions-card.tsx'
import { roleLabels, roleOf } from './labels.tsx'
import { loadUser } from './load-user.ts'
import { OrdersCard } from './orders-card.tsx'
import { ResetButton } from './reset-button.tsx'
import { SubscriptionsCard } from './subscriptions-card.tsx'

const list = { to: '/admin/users', label: 'Back' }

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load user', () => loadUser(request, params.id))
}

export default function UserPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.error !== null && [404, 422].includes(loaderData.status)) return <NotFound />
  const { data, user: me } = loaderData
  const uid = data?.account.uid
  return (
    <Page
      key={uid}
      title={data?.account.username ?? 'User'}
      back={list}
      detail={data && <Identity account={data.account} discordId={data.discord?.id} />}
      actions={
        data && (
          <>
            {may(me, userHistory.resetInfractions) && data.account.infraction_count > 0 && (
              <ResetButton kind="infractions" user={data.account} />
            )}
            <ResetButton kind="hwid" user={data.account} />
            {may(me, users.edit) && (
              <LinkButton to={`/admin/users/${uid}/edit`}>
                <Pencil size={16} aria-hidden="true" />
                Edit User
              </LinkButton>
            )}
          </>
        )
      }
      loaded={loaderData}
    >
      {({ account, discord, subscriptions, orders, infractions, logs }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            <InformationCard user={account} />
            <SubscriptionsCard user={account} me={me} subscriptions={subscriptions} />
          </div>
          <div className="grid min-w-0 gap-5">
            <OrdersCard orders={orders} />
            <DiscordCard discord={discord} />
          </div>
          <div className="grid min-w-0 gap-5 xl:col-span-2">
            <InfractionsCard infractions={infractions} />
            <ActivityCard logs={logs} />
          </div>
        </div>
      )}
    </Page>
  )
}

type IdentityProps = { account: Account; discordId: string | undefined }

function Identity({ account, discordId }: IdentityProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>ID {account.uid}</span>
      <Separator />
      <span className="min-w-0 [overflow-wrap:anywhere]">{account.email}</span>
      {discordId && (
        <>
          <Separator />
          <span className="inline-flex items-center">
            Discord {discordId}
            <CopyButton
              text={discordId}
              label="Copy Discord ID"
              copied="Discord ID copied to clipboard"
              failed="Failed to copy Discord ID"
            />
          </span>
        </>
      )}
      {roleOf(account) !== 'user' && (
        <>
          <Separator />
          <span className="font-[600] text-ink">{roleLabels[roleOf(account)]}</span>
        </>
      )}
    </p>
  )
}

const Separator = () => (
  <span aria-hidden="true" className="text-faint">
    ·
  </span>
)

function NotFound() {
  return (
    <>
      <Head title="User not found" />
      <EmptyState
        heading={1}
        icon={<UserX size={26} />}
        title="User not found"
        action={<LinkButton to={list.to}>{list.label}</LinkButton>}
      >
        Nobody has this ID, or they were deleted.
      </EmptyState>
    </>
  )
}
