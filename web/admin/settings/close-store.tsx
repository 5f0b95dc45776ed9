import { Confirm } from '../../ui/confirm.tsx'

type CloseStoreProps = {
  open: boolean
  onClose: () => void
  pending: boolean
  problem: string | undefined
  onConfirm: () => void
}

export function CloseStore(props: CloseStoreProps) {
  return (
    <Confirm
      {...props}
      title="Close the store for maintenance?"
      confirm="Close Store"
      cancel="Keep Open"
      danger
    >
      <p>
        Visitors and customers get a maintenance page at once, and nobody but staff can browse, buy
        or download until you switch it off again.
      </p>
      <p>
        What goes on: signing in, the back-office, the status page, links to unsubscribe, and
        payments that are under way.
      </p>
    </Confirm>
  )
}
