import { NotebookPen } from 'lucide-react'
import { type TicketNote, ticketNotes } from '#contract/people/ticket-notes.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { isolated } from '#contract/wire/isolate.ts'
import type { ShownMessage } from '../../account/tickets/message-list.tsx'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { readDraft, useDraft } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

/** The name under which a ticket's unsent note is stored. */
export const noteDraft = (ticketId: number) => `note-${ticketId}`

type NoteBoxProps = { ticketId: number; user: Me }

export function NoteBox({ ticketId, user }: NoteBoxProps) {
  const draft = noteDraft(ticketId)
  const [content, setContent] = useDraft(user.uid, draft)
  const adding = useAction(ticketNotes.add, {
    done: 'Note added',
    failed: 'Failed to add the note',
  })
  async function add() {
    const added = content.trim()
    if (!added || adding.pending) return
    setContent('')
    // Put the failed text back above any text that the user has typed since.
    if (!(await adding.run({ params: { id: ticketId }, body: { content: added } })))
      setContent([added, readDraft<string>(user.uid, draft)].filter(Boolean).join('\n'))
  }
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
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
          disabled={content.trim() === '' && !adding.pending}
          loading={adding.pending}
        >
          <NotebookPen size={18} aria-hidden="true" />
          Add Note
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
  actions: <NoteActions ticketId={ticketId} note={note} />,
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
        // An open dialog stays when the time is over, and shows the refusal.
        button={(open) => note.can_change && <TextButton onClick={open}>Edit</TextButton>}
        title="Edit Note"
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
        button={(ask) => note.can_delete && <TextButton onClick={ask}>Delete</TextButton>}
        title="Delete this note?"
        confirm="Delete"
        danger
      >
        <p>The log records that you deleted the note, but not its text.</p>
      </ConfirmAction>
    </>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 cursor-pointer rounded-sm underline max-sm:min-h-11 max-sm:px-2 decoration-edge underline-offset-4 hover:text-ink"
    >
      {children}
    </button>
  )
}
