import { commonRefusals } from '#contract/wire/refusals.ts'
import { LinkButton } from '../ui/button.tsx'
import { Head } from './head.tsx'
import { Message } from './message.tsx'

export function Maintenance() {
  return (
    <Message title={commonRefusals.maintenance.sentence}>
      <Head title="Under maintenance" />
      <p>We are working on it and will be back shortly. Your subscriptions are not affected.</p>
      <div>
        <LinkButton to="/status">System Status</LinkButton>
      </div>
    </Message>
  )
}
