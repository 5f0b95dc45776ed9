import { Eye, Pencil, Users as UsersIcon } from 'lucide-react'
import { Link } from 'react-router'
import { reachableUsers, staffUsers, type User } from '#contract/people/staff-users.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { may } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'
import { iconButtonClass } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { withUnicodeDomain } from '../../unicode-address.ts'
import { readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { useLoadingRows } from '../list/loading.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/users'
import { AddUser } from './add-user.tsx'
import { DeleteUser } from './delete-user.tsx'
import { roleLabels, roleOf, StatusBadge } from './labels.tsx'

const audiences = [
  { value: 'all', label: 'All users' },
  { value: 'staff', label: 'Staff only' },
] as const

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page, limit, after, search } = readList(request, { reachable: reachableUsers })
  const staff = query.get('show') === 'staff' ? ('true' as const) : undefined
  return asStaff(request, 'Failed to fetch users', async () => ({
    page,
    limit,
    isFiltered: Boolean(search || staff),
    ...(await api(staffUsers.list, { query: { page, limit, after, search, staff } })),
  }))
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const loading = useLoadingRows()
  return (
    <Page
      title="Users"
      actions={may(loaderData.user, staffUsers.add) && <AddUser />}
      loaded={loaderData}
    >
      {(data, user) => (
        <List
          caption="Users"
          nouns={['user', 'users']}
          pressable
          columns={columnsFor(user)}
          list={data}
          rows={data.users}
          rowKey={({ uid }) => uid}
          busy={loading}
          icon={<UsersIcon size={26} />}
          none={['No users found', 'Users are listed here once they sign up or are invited.']}
          noMatch={[
            'No users found',
            'With three or more characters, the search matches any part of a username or email address. With fewer, it matches only the start of a username.',
          ]}
          beyond="to find older ones, search for more of the name or the address"
        >
          <SearchBox label="Search users" placeholder="Name, email, user ID, Discord or device…" />
          <Filter label="Show" name="show" options={audiences} />
        </List>
      )}
    </Page>
  )
}

function columnsFor(me: Me): Column<User>[] {
  return [
    {
      header: 'Name',
      cell: ({ uid, username }) => (
        <Link
          to={`/admin/users/${uid}`}
          className="stretched min-w-0 font-[600] group-hover:underline"
        >
          {username}
        </Link>
      ),
    },
    { header: 'Email', wide: true, cell: ({ email }) => <bdi>{withUnicodeDomain(email)}</bdi> },
    { header: 'Role', cell: (user) => roleLabels[roleOf(user)] },
    { header: 'Status', cell: (user) => <StatusBadge user={user} /> },
    { header: 'Actions', icons: true, cell: (user) => <Actions user={user} me={me} /> },
  ]
}

function Actions({ user, me }: { user: User; me: Me }) {
  const { uid, username } = user
  return (
    <div className="inline-flex gap-0.5">
      <ActionLink to={`/admin/users/${uid}`} label={`View ${username}`} icon={<Eye size={18} />} />
      {may(me, staffUsers.change) && (
        <ActionLink
          to={`/admin/users/${uid}/edit`}
          label={`Edit ${username}`}
          icon={<Pencil size={17} />}
        />
      )}
      {may(me, staffUsers.remove) && uid !== me.uid && <DeleteUser user={user} />}
    </div>
  )
}

type ActionLinkProps = { to: string; label: string; icon: React.ReactNode }

function ActionLink({ to, label, icon }: ActionLinkProps) {
  return (
    <Link to={to} title={label} aria-label={label} className={iconButtonClass('small')}>
      {icon}
    </Link>
  )
}
