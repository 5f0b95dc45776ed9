import { Button, LinkButton } from '../ui/button.tsx'
import { Head } from './head.tsx'
import { Message } from './message.tsx'

/** Shown while a dependency of the server is unavailable, which is temporary. */
export function Unavailable() {
  return (
    <Message title="The store cannot be reached right now">
      <Head title="Not available" />
      <p>
        A service that this page depends on is not responding. Please try again in a minute. Your
        existing orders and payments are safe.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <LinkButton to="/store" reloadDocument>
          Store
        </LinkButton>
      </div>
    </Message>
  )
}
