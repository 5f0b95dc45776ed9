import { redirect } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { staffUsers } from '#contract/staff-users.ts'
import { api } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/edit-user'
import { EditForm } from './edit-form.tsx'

const failed = 'Failed to fetch user data'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const back = `/admin/users/${encodeURIComponent(params.id)}`
  const loaded = await asStaff(request, failed, async (me) => {
    if (!may(me, staffUsers.change)) throw redirect(back)
    return api(staffUsers.get, { params: { uid: params.id } })
  })
  if (loaded.error === null) return loaded
  toast.error(failed)
  throw redirect(loaded.missing ? '/admin/users' : back)
}

export default function EditUser({ loaderData }: Route.ComponentProps) {
  const { data: user } = loaderData
  const page = `/admin/users/${user.uid}`
  return (
    <Page
      title="Edit User"
      detail={`${user.username} · ID ${user.uid}`}
      back={{ to: page, label: 'Back' }}
      loaded={loaderData}
    >
      {(loaded, me) => <EditForm key={loaded.uid} user={loaded} me={me} page={page} />}
    </Page>
  )
}
