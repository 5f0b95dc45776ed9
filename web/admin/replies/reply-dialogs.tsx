import { Plus } from 'lucide-react'
import {
  type CannedReply,
  cannedReplies,
  longestReplyName,
} from '#contract/people/canned-replies.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { type TicketCategory, ticketCategories } from '#contract/wire/ticket.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import type { Form } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

type Fields = { name: string; category: TicketCategory | ''; content: string }

const toBody = ({ category, ...fields }: Fields) => ({ ...fields, category: category || null })

const about = { canned_reply_name_taken: 'name' } as const

export function AddReply() {
  return (
    <ActionDialog<typeof cannedReplies.add, Fields>
      call={cannedReplies.add}
      draft="canned reply"
      initial={{ name: '', category: '', content: '' }}
      toInput={(fields) => ({ body: toBody(fields) })}
      about={about}
      button={(open) => (
        <Button look="primary" onClick={open}>
          <Plus size={18} aria-hidden="true" />
          Add Canned Reply
        </Button>
      )}
      title="Add Canned Reply"
      submit="Add Canned Reply"
      done="Canned reply added"
      failed="Failed to add the canned reply"
    >
      {(form) => <ReplyFields form={form} />}
    </ActionDialog>
  )
}

export function EditReply({ reply }: { reply: CannedReply }) {
  const uid = useSession()?.uid ?? 0
  const draft = `canned reply ${reply.id}`
  const [open, setOpen] = useDraftDialog(uid, draft)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={isolated`Edit ${reply.name}`}>
        Edit
      </Button>
      {open && (
        <EditDialog reply={reply} draft={{ uid, form: draft }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type EditDialogProps = {
  reply: CannedReply
  draft: { uid: number; form: string }
  onClose: () => void
}

function EditDialog({ reply, draft, onClose }: EditDialogProps) {
  const { id, category, ...others } = reply
  const form = useRecordForm<typeof cannedReplies.change, Fields & { revision: number }>(
    cannedReplies.change,
    {
      initial: { ...others, category: category ?? '' },
      toInput: ({ revision, ...fields }) => ({
        params: { id },
        body: { ...toBody(fields), revision },
      }),
      about,
      draft,
      done: 'Canned reply changed',
      failed: 'Failed to change the canned reply',
      onDone: onClose,
    },
  )
  return (
    <FormDialog form={form} onClose={onClose} title="Edit Canned Reply" submit="Save">
      <ReplyFields form={form} />
    </FormDialog>
  )
}

export function RemoveReply({ reply: { id, name } }: { reply: CannedReply }) {
  const removing = useAction(cannedReplies.remove, {
    done: 'Canned reply deleted',
    failed: 'Failed to delete the canned reply',
    reload: 'always',
  })
  return (
    <ConfirmAction
      action={removing}
      input={[{ params: { id } }]}
      button={(ask) => (
        <Button size="small" onClick={ask} aria-label={isolated`Delete ${name}`}>
          Delete
        </Button>
      )}
      title={isolated`Delete ${name}?`}
      confirm="Delete"
      danger
    >
      <p>Replies that were already sent do not change.</p>
    </ConfirmAction>
  )
}

function ReplyFields({ form }: { form: Pick<Form<Fields>, 'input'> }) {
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={longestReplyName}
        autoComplete="off"
        {...form.input('name')}
      />
      <Select
        label="Category"
        options={[
          { value: '', label: 'All categories' },
          ...ticketCategories.map((each) => ({ value: each, label: each })),
        ]}
        {...form.input('category')}
      />
      <TextArea
        label="Text"
        rows={8}
        hint="{username}: the customer. {product}: the customer’s active product, if there is exactly one. {ends}: its expiry date, if it has one. {order}: the ticket’s order. {agent}: the staff member who replies. {shop}: the shop. If a value is missing, the placeholder stays and has to be replaced before the reply is sent."
        {...form.input('content')}
      />
    </>
  )
}
