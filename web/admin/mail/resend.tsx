import { Send } from 'lucide-react'
import { type Mail, mails } from '#contract/platform/mail.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

/** Sends a mail again, to the user's current address. */
export function Resend({ mail }: { mail: Mail }) {
  const send = useAction(mails.resend, {
    done: 'Email resent',
    failed: 'Failed to resend the email',
  })

  if (!mail.resendable || mail.uid === null || mail.status === 'queued') return null
  return (
    <ConfirmAction
      action={send}
      input={[{ params: { id: mail.id } }]}
      button={(ask) => (
        <Button size="small" onClick={ask}>
          <Send size={15} aria-hidden="true" />
          Resend{' '}
        </Button>
      )}
      title="Resend this email?"
      confirm="Resend Email"
    >
      <p>
        The shop creates “{mail.subject}” again from current data, with new links, and sends it to
        the current address of {mail.username}.
      </p>
    </ConfirmAction>
  )
}
