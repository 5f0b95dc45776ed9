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
        Visitors and customers see a maintenance page immediately. Only staff can browse, buy or
        download until you turn maintenance mode off.
      </p>
      <p>
        Still available: sign-in, the back-office, the status page, unsubscribe links and payments
        in progress.
      </p>
    </Confirm>
  )
}
