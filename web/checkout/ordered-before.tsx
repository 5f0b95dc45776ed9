import { Button, LinkButton } from '../ui/button.tsx'
import { successPath } from './order-items.ts'

type OrderedBeforeProps = { session: string; onAgain: () => void }

/** The choices of a customer who ordered the same items a few minutes ago. */
export function OrderedBefore({ session, onAgain }: OrderedBeforeProps) {
  return (
    <span className="flex flex-wrap gap-3">
      <LinkButton size="small" to={successPath(session)}>
        View that order
      </LinkButton>
      <Button size="small" onClick={onAgain}>
        Buy again
      </Button>
    </span>
  )
}
