import { UserX } from 'lucide-react'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { backTo } from '../list/address.ts'
import type { Loaded } from '../load.ts'
import { Page } from '../page.tsx'
import type { loadDeleted } from './load-user.ts'
import { OrdersCard } from './orders-card.tsx'

type DeletedUserProps = { uid: string; loaded: Loaded<Awaited<ReturnType<typeof loadDeleted>>> }

const list = '/admin/users'

/**
 * The data that remains after a user is deleted: their paid orders. Shows a 404 page if the user
 * never existed.
 */
export function DeletedUser({ uid, loaded }: DeletedUserProps) {
  if (loaded.error === null && loaded.data === null) return <NotFound />
  return (
    <Page
      title="Deleted user"
      detail={`ID ${uid}`}
      back={{ to: backTo(list), label: 'Back' }}
      loaded={loaded}
    >
      {(orders) =>
        orders && (
          <div className="grid max-w-3xl gap-5">
            <p className="text-soft">
              Name, address and everything personal were removed. Orders stay, for the books and for
              disputes.
            </p>
            <OrdersCard {...orders} />
          </div>
        )
      }
    </Page>
  )
}

const notFound = userRefusals.unknown_user.sentence

function NotFound() {
  return (
    <>
      <Head title={notFound} />
      <EmptyState
        heading={1}
        icon={<UserX size={26} />}
        title={notFound}
        action={<LinkButton to={list}>Back</LinkButton>}
      >
        No user has this ID.
      </EmptyState>
    </>
  )
}
