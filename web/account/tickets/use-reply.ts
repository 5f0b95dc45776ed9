import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { staffTickets } from '#contract/staff-tickets.ts'
import { ApiError, isRefused, isSessionOver, messageOf } from '../../api/error.ts'
import { readDraft, useDraft } from '../../drafts.ts'
import { toast } from '../../ui/toast.ts'

const failed = 'Failed to send message'

export type Reply = Omit<ReturnType<typeof useReply>, 'sent'>

/**
 * A reply is shown at once; a failure takes it back and gives the text back to the box. What is
 * typed is kept under the draft's name.
 */
export function useReply<Message>(
  uid: number,
  draft: string,
  post: (content: string, resolve: boolean) => Promise<Message>,
) {
  const [text, setText] = useDraft(uid, draft)
  const [sending, setSending] = useState<string | null>(null)
  const [sent, setSent] = useState<Message[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const { revalidate } = useRevalidator()

  async function send({ resolve = false } = {}) {
    const content = text.trim()
    if (!content || sending !== null) return
    setSending(content)
    setText('')
    setRefusal(null)
    try {
      const message = await post(content, resolve)
      setSent((before) => [...before, message])
      toast.success('Message sent successfully')
      revalidate()
    } catch (error) {
      // Below what failed stands what was typed since.
      setText([text, readDraft<string>(uid, draft)].filter(Boolean).join('\n'))
      if (isSessionOver(error)) return
      toast.error(failed)
      setRefusal(reasonOf(error))
      // Resolved or closed meanwhile, or its customer gone: the page has to show it.
      if (isRefused<typeof staffTickets.reply>(error, 'ticket_over', 'customer_deleted'))
        revalidate()
    } finally {
      setSending(null)
    }
  }

  return { text, setText, sending, sent, refusal, send }
}

function reasonOf(error: unknown): string {
  const field = error instanceof ApiError ? error.fields.content : undefined
  return field ?? messageOf(error, failed)
}
