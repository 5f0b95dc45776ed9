import { commonRefusals } from '#contract/wire/refusals.ts'
import { Head } from './head.tsx'
import { Message } from './message.tsx'

/** The page that visitors see before an administrator opens the shop. */
export function NotOpen() {
  return (
    <Message title={commonRefusals.not_open.sentence}>
      <Head title="Opens soon" />
      <p>We are still setting up the store. Please come back later.</p>
    </Message>
  )
}
