import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { may } from '#contract/wire/endpoint.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { api } from '../../api/client.ts'
import { awayFrom } from '../../away.ts'
import { toast } from '../../ui/toast.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/edit-user'
import { countRenewing } from './ban-effects.ts'
import { EditForm } from './edit-form.tsx'

/** Up to this many keys are listed by name. */
const named = 5

const failed = 'Failed to fetch user data'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const back = `/admin/users/${encodeURIComponent(params.id)}`
  const loaded = await asStaff(request, failed, async (me) => {
    if (!may(me, staffUsers.change)) throw awayFrom(request, back)
    const user = await api(staffUsers.get, { params: { uid: params.id } })
    const [keys, renewing] = await Promise.all([keysOf(user), renewingOf(user)])
    return { user, keys, renewing }
  })
  if (loaded.error === null) return loaded
  toast.error(failed)
  throw awayFrom(request, loaded.missing ? '/admin/users' : back)
}

/** The API keys that an administrator created, which are revoked when they lose the role. */
async function keysOf({ uid, admin }: User) {
  const none = { api_keys: [], total: 0 }
  return admin ? api(apiKeys.list, { query: { made_by: uid, limit: named } }) : none
}

async function renewingOf({ uid }: User) {
  const { subscriptions } = await api(staffSubscriptions.list, {
    params: { uid: String(uid) },
    query: { limit: 100 },
  })
  return countRenewing(subscriptions)
}

export default function EditUser({ loaderData }: Route.ComponentProps) {
  const { user } = loaderData.data
  const page = `/admin/users/${user.uid}`
  return (
    <Page
      title="Edit User"
      detail={isolated`${user.username} · ID ${String(user.uid)}`}
      back={{ to: page, label: 'Back' }}
      loaded={loaderData}
    >
      {(loaded, me) => <EditForm key={loaded.user.uid} {...loaded} me={me} page={page} />}
    </Page>
  )
}
