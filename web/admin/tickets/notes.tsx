import { NotebookPen } from 'lucide-react'
import { type TicketNote, ticketNotes } from '#contract/people/ticket-notes.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { isolated } from '#contract/wire/isolate.ts'
import type { ShownMessage } from '../../account/tickets/message-list.tsx'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { useDraft } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

/** The name under which a ticket's unsent note is stored. */
export const noteDraft = (ticketId: number) => `note-${ticketId}`

type NoteBoxProps = { ticketId: number; user: Me }

export function NoteBox({ ticketId, user }: NoteBoxProps) {
  const [content, setContent] = useDraft(user.uid, noteDraft(ticketId))
  const adding = useAction(ticketNotes.add, {
    done: 'Note added',
    failed: 'Failed to add the note',
    onDone: () => setContent(''),
  })
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void adding.run({ params: { id: ticketId }, body: { content } })
      }}
    >
      <TextArea
        label="Your note"
        hint="Only staff can see notes."
        rows={3}
        value={content}
        error={adding.fields.content ?? adding.error}
        onChange={({ target }) => {
          adding.clear()
          setContent(target.value)
        }}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          disabled={content.trim() === ''}
          loading={adding.pending}
        >
          <NotebookPen size={18} aria-hidden="true" />
          Add note
        </Button>
      </div>
    </form>
  )
}

/** A note as a message of the conversation. */
export const noteAsMessage = (ticketId: number, note: TicketNote, user: Me): ShownMessage => ({
  id: `note-${note.id}`,
  mine: note.uid === user.uid,
  author: note.uid === user.uid ? 'You' : isolated`${note.username}`,
  content: note.content,
  at: note.created_at,
  mark: note.edited_at === null ? 'Note' : 'Note, edited',
  actions: note.can_change && <NoteActions ticketId={ticketId} note={note} />,
})

function NoteActions({ ticketId, note }: { ticketId: number; note: TicketNote }) {
  const params = { id: ticketId, note: note.id }
  const removing = useAction(ticketNotes.remove, {
    done: 'Note deleted',
    failed: 'Failed to delete the note',
    reload: 'always',
  })
  return (
    <>
      <ActionDialog<typeof ticketNotes.change, { content: string }>
        call={ticketNotes.change}
        draft={`${noteDraft(ticketId)}-${note.id}`}
        initial={{ content: note.content }}
        toInput={(body) => ({ params, body })}
        button={(open) => <TextButton onClick={open}>Edit</TextButton>}
        title="Edit note"
        submit="Save"
        done="Note changed"
        failed="Failed to change the note"
        reload="always"
      >
        {(form) => <TextArea label="Note" rows={6} {...form.input('content')} />}
      </ActionDialog>
      <ConfirmAction
        action={removing}
        input={[{ params }]}
        button={(ask) => <TextButton onClick={ask}>Delete</TextButton>}
        title="Delete this note?"
        confirm="Delete"
        danger
      >
        <p>The log keeps that you deleted it, without its text.</p>
      </ConfirmAction>
    </>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 cursor-pointer rounded-sm underline decoration-edge underline-offset-4 hover:text-ink"
    >
      {children}
    </button>
  )
}
