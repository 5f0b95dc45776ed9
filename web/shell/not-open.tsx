import { Head } from './head.tsx'
import { Message } from './message.tsx'

/** What visitors see before an administrator opens the shop. */
export function NotOpen() {
  return (
    <Message title="This shop opens soon">
      <Head title="Opens soon" />
      <p>Everything is being put in place. Please come back later.</p>
    </Message>
  )
}
