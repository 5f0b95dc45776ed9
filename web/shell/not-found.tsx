import { data, useNavigate } from 'react-router'
import { Button, LinkButton } from '../ui/button.tsx'
import { Head } from './head.tsx'
import { Message } from './message.tsx'

export function loader() {
  return data(null, 404)
}

export default function NotFound() {
  const navigate = useNavigate()
  return (
    <Message code="404" title="Page Not Found">
      <Head title="Page Not Found" />
      <p>There is nothing at this address. It may have moved, or the link has a typo.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => (cameFromSomewhere() ? navigate(-1) : navigate('/'))}>
          Go Back
        </Button>
        <LinkButton to="/" look="primary">
          Return Home
        </LinkButton>
      </div>
    </Message>
  )
}

/** Whether there is a page to go back to, of this site or of the site that linked here. */
function cameFromSomewhere() {
  const { navigation, history } = window
  return (navigation?.canGoBack ?? history.length > 1) || document.referrer !== ''
}
