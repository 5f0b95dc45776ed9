import { Pencil } from 'lucide-react'
import { infractions } from '#contract/licensing/infractions.ts'
import { staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { may } from '#contract/wire/endpoint.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { withUnicodeDomain } from '../../unicode-address.ts'
import { backTo } from '../list/address.ts'
import { asStaff, type Loaded } from '../load.ts'
import { RevokeLoaders } from '../loader/revoke.tsx'
import { Page } from '../page.tsx'
import type { Route } from './+types/user'
import { ActivityCard } from './activity-card.tsx'
import { countRenewing } from './ban-effects.ts'
import { BanUser } from './ban-user.tsx'
import { DeletedUser } from './deleted-user.tsx'
import { DevicesCard } from './devices-card.tsx'
import { DiscordCard } from './discord-card.tsx'
import { EndSessions } from './end-sessions.tsx'
import { EvidenceLink } from './evidence-link.tsx'
import { InformationCard } from './information-card.tsx'
import { InfractionsCard } from './infractions-card.tsx'
import { roleLabels, roleOf } from './labels.tsx'
import { loadDeleted, loadUser, type UserData } from './load-user.ts'
import { OrdersCard } from './orders-card.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'
import { ResetHwid } from './reset-hwid.tsx'
import { ResetInfractions } from './reset-infractions.tsx'
import { SubscriptionsCard } from './subscriptions-card.tsx'
import { UnbanUser } from './unban-user.tsx'

const list = '/admin/users'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const failed = 'Failed to load user'
  const found = await asStaff(request, failed, () => loadUser(request, params.id))
  if (found.error === null || !found.missing) return { found, deleted: null }
  const deleted = await asStaff(request, failed, () => loadDeleted(request, params.id))
  return { found, deleted }
}

export default function UserPage({ loaderData, params }: Route.ComponentProps) {
  const { found, deleted } = loaderData
  if (deleted) return <DeletedUser loaded={deleted} uid={params.id} />
  return <UserDetails loaded={found} uid={params.id} />
}

type UserDetailsProps = { loaded: Loaded<UserData>; uid: string }

function UserDetails({ loaded: loaderData, uid }: UserDetailsProps) {
  const { data, user: me } = loaderData
  return (
    <Page
      key={uid}
      title={data?.user.username ?? 'User'}
      back={{ to: backTo(list), label: 'Back' }}
      detail={data && <Identity user={data.user} discordId={data.discord?.id} />}
      actions={(data) => (
        <>
          {may(me, infractions.reset) && data.user.infraction_count > 0 && (
            <ResetInfractions user={data.user} />
          )}
          {me && <ResetHwid user={data.user} />}
          {me &&
            may(me, staffUsers.removeSecondFactor) &&
            data.user.second_factor &&
            roleOf(data.user) === 'user' && <RemoveSecondFactor user={data.user} />}
          {me && may(me, staffUsers.endSessions) && <EndSessions user={data.user} />}
          {me && may(me, staffRevocations.add) && (
            <RevokeLoaders
              me={me}
              target={{ scope: 'customer', uid: data.user.uid }}
              title={`Revoke all loaders of ${data.user.username}`}
              label="Revoke Loaders"
            />
          )}
          {may(me, staffEvidence.list) && <EvidenceLink uid={data.user.uid} />}
          {me && may(me, staffUsers.change) && me.uid !== data.user.uid && <BanOrUnban {...data} />}
          {may(me, staffUsers.change) && (
            <LinkButton to={`/admin/users/${uid}/edit`}>
              <Pencil size={16} aria-hidden="true" />
              Edit User
            </LinkButton>
          )}
        </>
      )}
      loaded={loaderData}
    >
      {({ user, discord, subscriptions, orders, infractions, devices, pages, logs }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            <InformationCard user={user} />
            <SubscriptionsCard user={user} me={me} {...subscriptions} />
          </div>
          <div className="grid min-w-0 gap-5">
            <OrdersCard {...orders} page={pages.orders} />
            <DiscordCard discord={discord} />
          </div>
          <div className="grid min-w-0 gap-5 xl:col-span-2">
            <DevicesCard user={user} {...devices} pages={pages} />
            <InfractionsCard user={user} me={me} {...infractions} page={pages.infractions} />
            <ActivityCard logs={logs} />
          </div>
        </div>
      )}
    </Page>
  )
}

function BanOrUnban({ user, subscriptions: { subscriptions } }: UserData) {
  if (user.banned) return <UnbanUser user={user} />
  return <BanUser user={user} renewing={countRenewing(subscriptions)} />
}

type IdentityProps = { user: User; discordId: string | undefined }

function Identity({ user, discordId }: IdentityProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>ID {user.uid}</span>
      <Separator />
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{withUnicodeDomain(user.email)}</bdi>
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
      {roleOf(user) !== 'user' && (
        <>
          <Separator />
          <span className="font-[600] text-ink">{roleLabels[roleOf(user)]}</span>
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
