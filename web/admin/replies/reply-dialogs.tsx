import { Plus } from 'lucide-react'
import {
  type CannedReply,
  cannedReplies,
  longestReplyName,
  replyPlaceholders,
} from '#contract/people/canned-replies.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { type TicketCategory, ticketCategories } from '#contract/wire/ticket.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import type { Form } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

type Fields = { name: string; category: TicketCategory | ''; content: string }

const toBody = ({ category, ...fields }: Fields) => ({ ...fields, category: category || null })

const about = { reply_name_taken: 'name' } as const

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
          Add Reply
        </Button>
      )}
      title="Add Canned Reply"
      submit="Add Reply"
      done="Canned reply added"
      failed="Failed to add the canned reply"
    >
      {(form) => <ReplyFields form={form} />}
    </ActionDialog>
  )
}

export function EditReply({ reply }: { reply: CannedReply }) {
  const { id, revision, name, category, content } = reply
  return (
    <ActionDialog<typeof cannedReplies.change, Fields>
      call={cannedReplies.change}
      draft={`canned reply ${id}`}
      initial={{ name, category: category ?? '', content }}
      toInput={(fields) => ({ params: { id }, body: { ...toBody(fields), revision } })}
      about={about}
      button={(open) => (
        <Button size="small" onClick={open} aria-label={isolated`Edit ${name}`}>
          Edit
        </Button>
      )}
      title="Edit Canned Reply"
      submit="Save"
      done="Canned reply changed"
      failed="Failed to change the canned reply"
    >
      {(form) => <ReplyFields form={form} />}
    </ActionDialog>
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
      <p>Replies that were already sent keep its text.</p>
    </ConfirmAction>
  )
}

function ReplyFields({ form }: { form: Form<Fields> }) {
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
        hint={`Placeholders: ${replyPlaceholders.map((name) => `{${name}}`).join(', ')}. A ticket’s facts replace them. {product} and {ends} are those of the customer’s only active subscription.`}
        {...form.input('content')}
      />
    </>
  )
}
