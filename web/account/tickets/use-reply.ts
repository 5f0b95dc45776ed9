import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { staffTickets } from '#contract/people/staff-tickets.ts'
import { useAction } from '../../api/action.ts'
import { ApiError, isRefused, messageOf } from '../../api/error.ts'
import { readDraft, useDraft } from '../../drafts.ts'

export type Reply = Omit<ReturnType<typeof useReply>, 'sent'>

/**
 * Shows a reply at once. If sending fails, it removes the reply and puts the text back into the
 * box. Typed text is stored under the draft's name.
 */
export function useReply<Message>(
  uid: number,
  draft: string,
  post: (content: string, resolve: boolean, sent: readonly Message[]) => Promise<Message>,
) {
  const [text, setText] = useDraft(uid, draft)
  const [sending, setSending] = useState<string | null>(null)
  const [sent, setSent] = useState<Message[]>([])
  const { revalidate } = useRevalidator()
  const posting = useAction(
    async (content: string, resolve: boolean) => {
      try {
        return await post(content, resolve, sent)
      } catch (error) {
        // Show the new message before the text is back in the box and can be sent again.
        if (isRefused<typeof staffTickets.reply>(error, 'answered_meanwhile')) await revalidate()
        // The ticket was resolved or closed, or its customer deleted: reload so that the page shows
        // it.
        if (isRefused<typeof staffTickets.reply>(error, 'ticket_over', 'customer_deleted'))
          void revalidate()
        throw error
      }
    },
    {
      done: 'Message sent successfully',
      failed: 'Failed to send message',
      failureIn: 'both',
      say: reasonOf,
      // The next reply need not wait until the page has reloaded.
      reload: 'never',
      onDone(message) {
        setSent((before) => [...before, message])
        void revalidate()
      },
    },
  )

  async function send({ resolve = false } = {}) {
    const content = text.trim()
    if (!content || sending !== null) return
    setSending(content)
    setText('')
    // Put the failed text back above any text that the user has typed since.
    if (!(await posting.run(content, resolve)))
      setText([text, readDraft<string>(uid, draft)].filter(Boolean).join('\n'))
    setSending(null)
  }

  return { text, setText, sending, sent, refusal: posting.error, send }
}

function reasonOf(error: unknown, failed: string): string {
  const field = error instanceof ApiError ? error.fields.content : undefined
  return field ?? messageOf(error, failed)
}
