import { Send } from 'lucide-react'
import { type Mail, mails } from '#contract/platform/mail.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

/** Sends a mail again, to the user's current address. */
export function Resend({ mail }: { mail: Mail }) {
  const send = useAction(mails.resend, {
    done: 'Mail sent again',
    failed: 'Failed to send the mail',
  })

  if (!mail.resendable || mail.uid === null || mail.status === 'queued') return null
  return (
    <ConfirmAction
      action={send}
      input={[{ params: { id: mail.id } }]}
      button={(ask) => (
        <Button size="small" onClick={ask}>
          <Send size={15} aria-hidden="true" />
          Send again
        </Button>
      )}
      title="Send this mail again?"
      confirm="Send Mail"
    >
      <p>
        “{mail.subject}” is written anew from how things are now and goes to the address that{' '}
        {mail.username} has now. A link in it is a fresh one.
      </p>
    </ConfirmAction>
  )
}
