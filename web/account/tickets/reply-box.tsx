import { MessageSquareText, Send } from 'lucide-react'
import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react'
import { ticketRefusals } from '#contract/people/tickets.ts'
import { fill } from '#contract/wire/refusals.ts'
import type { TicketStatus } from '#contract/wire/ticket.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useOnGlass } from './on-glass.ts'
import { newTicketPath } from './paths.ts'
import type { Reply } from './use-reply.ts'

const keysHint = 'Press Enter to send, or Shift+Enter for a new line.'
const insertHint = 'Type / at the start of a line to insert a canned reply.'

type ReplyBoxProps = {
  reply: Reply
  /** Offers to resolve the ticket with the reply. */
  canResolve?: boolean
  /** Why the text cannot be sent as it is. */
  problem?: string | undefined
  /**
   * Opens a search of texts to insert at a position. A slash at the start of a line opens it too, and
   * is replaced by the text.
   */
  onInsert?: (at: number, text: string) => void
}

/**
 * Enter sends, Shift and Enter start a new line. On-screen keyboards have no such Shift key, so
 * there only the button sends.
 */
export function ReplyBox({ reply, canResolve, problem, onInsert }: ReplyBoxProps) {
  const { text, setText, sending, refusal } = reply
  const onGlass = useOnGlass()
  const empty = text.trim() === '' && sending === null
  function send(options?: { resolve: boolean }) {
    if (problem === undefined) void reply.send(options)
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While the user composes a character with an input method, Enter confirms the character.
    if (onGlass || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  function change({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) {
    const { value, selectionStart } = target
    setText(target.value)
    const isSlash = (nativeEvent as InputEvent).data === '/'
    if (isSlash && /(^|\n)\/$/.test(value.slice(0, selectionStart)))
      onInsert?.(selectionStart - 1, value)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <TextArea
        label="Your reply"
        rows={3}
        value={text}
        error={problem ?? refusal}
        hint={onGlass ? undefined : onInsert ? `${keysHint} ${insertHint}` : keysHint}
        onChange={change}
        onKeyDown={press}
      />
      <div className="flex flex-wrap justify-end gap-2.5">
        {onInsert && (
          <Button onClick={() => onInsert(text.length, text)} className="mr-auto">
            <MessageSquareText size={18} aria-hidden="true" />
            Insert Canned Reply
          </Button>
        )}
        {canResolve && (
          <Button
            disabled={empty}
            loading={sending !== null}
            onClick={() => send({ resolve: true })}
          >
            Reply and resolve
          </Button>
        )}
        <Button type="submit" look="primary" disabled={empty} loading={sending !== null}>
          <Send size={18} aria-hidden="true" />
          Send
        </Button>
      </div>
    </form>
  )
}

type OverProps = { status: TicketStatus; unsent: string }

/** Replaces the reply box when a ticket no longer accepts replies. */
export function Over({ status, unsent }: OverProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="min-w-0 text-soft">{fill(ticketRefusals.ticket_over.sentence, { status })}.</p>
      <LinkButton to={newTicketPath}>New Ticket</LinkButton>
      {unsent && (
        <div className="basis-full">
          <p className="label">Your unsent reply</p>
          <p className="mt-1.5 whitespace-pre-wrap rounded-md border border-line px-4 py-3 text-soft [overflow-wrap:anywhere]">
            {unsent}
          </p>
        </div>
      )}
    </div>
  )
}
