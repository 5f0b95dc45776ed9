import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Head } from './head.tsx'
import { Message } from './message.tsx'

/**
 * The page for rendering errors. It depends on nothing that may have failed: its links reload the
 * page.
 */
export function Crash() {
  return (
    <Message title="Unexpected Application Error!">
      <Head title="Unexpected Application Error!" />
      <ErrorBox>Something went wrong on our side while showing this page.</ErrorBox>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <LinkButton to="/" reloadDocument>
          Return Home
        </LinkButton>
      </div>
    </Message>
  )
}
