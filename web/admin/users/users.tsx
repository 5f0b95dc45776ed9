import { Eye, Pencil, Users as UsersIcon } from 'lucide-react'
import { Link } from 'react-router'
import { reachableUsers, staffUsers, type User } from '#contract/people/staff-users.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { may } from '#contract/wire/endpoint.ts'
import { iconButtonClass } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { withUnicodeDomain } from '../../unicode-address.ts'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { useLoadingRows } from '../list/loading.ts'
import { useSort } from '../list/sort.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/users'
import { AddUser } from './add-user.tsx'
import { DeleteUser } from './delete-user.tsx'
import { UserFilters, userFilters } from './filters.tsx'
import { roleLabels, roleOf, StatusBadge } from './labels.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch users', () =>
    loadList(request, staffUsers.list, {
      filters: [...userFilters, 'sort'],
      reachable: reachableUsers,
    }),
  )
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const loading = useLoadingRows()
  const sortBy = useSort('-joined')
  return (
    <Page
      title="Users"
      actions={may(loaderData.user, staffUsers.add) && <AddUser />}
      loaded={loaderData}
    >
      {(data, user) => (
        <>
          <UserFilters />
          <List
            caption="Users"
            nouns={['user', 'users']}
            pressable
            columns={columnsFor(user, sortBy)}
            list={data}
            rows={data.users}
            rowKey={({ uid }) => uid}
            busy={loading}
            icon={<UsersIcon size={26} />}
            none={['No users found', 'Users are listed here once they sign up or are invited.']}
            noMatch={[
              'No users found',
              'Remove a filter, or change the search text. With three or more characters, the search matches any part of a username, email address, Discord name or device name. With fewer, it matches only the start of a username.',
            ]}
            beyond="sort or filter the list, or search for a name or an email address"
          />
        </>
      )}
    </Page>
  )
}

function columnsFor(me: Me, sortBy: ReturnType<typeof useSort>): Column<User>[] {
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
    {
      header: 'Joined',
      sort: sortBy('joined'),
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
    {
      header: 'Last login',
      sort: sortBy('last_login'),
      cell: ({ last_login }) => (last_login ? <TimeAgo at={last_login} /> : 'Never'),
    },
    { header: 'Actions', icons: true, cell: (user) => <Actions user={user} me={me} /> },
  ]
}

/** The row itself opens the user, so there is no 'View' next to other actions. */
function Actions({ user, me }: { user: User; me: Me }) {
  const { uid, username } = user
  const path = `/admin/users/${uid}`
  if (!may(me, staffUsers.change))
    return <ActionLink to={path} label={`View ${username}`} icon={<Eye size={18} />} />
  return (
    <div className="inline-flex gap-0.5">
      <ActionLink to={`${path}/edit`} label={`Edit ${username}`} icon={<Pencil size={17} />} />
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
