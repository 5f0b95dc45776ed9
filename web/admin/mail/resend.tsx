import { Send } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Mail, mails } from '#contract/mails.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

/** Writes a mail anew to the address that its user has now. */
export function Resend({ mail }: { mail: Mail }) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  if (!mail.resendable || mail.uid === null || mail.status === 'queued') return null

  async function send() {
    try {
      await api(mails.resend, { params: { id: String(mail.id) } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, 'Failed to send the mail')
    }
    toast.success('Mail sent again')
    revalidate()
  }

  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Send size={15} aria-hidden="true" />
        Send again
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Send this mail again?"
        confirm="Send Mail"
        onConfirm={send}
      >
        <p>
          “{mail.subject}” is written anew from how things are now and goes to the address that{' '}
          {mail.username} has now. A link in it is a fresh one.
        </p>
      </Confirm>
    </>
  )
}
