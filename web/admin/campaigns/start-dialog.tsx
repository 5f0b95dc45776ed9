import type { RecipientGroup } from '#contract/people/campaign-form.ts'
import { formatPeople } from '../../format.ts'
import { Confirm } from '../../ui/confirm.tsx'

type StartDialogProps = {
  open: boolean
  subject: string
  group: RecipientGroup
  onClose: () => void
  pending: boolean
  problem: string | undefined
  /** Whether the server refused the campaign because this group got the same mail recently. */
  repeated: boolean
  onConfirm: () => void
}

export function StartDialog({ subject, group, repeated, ...dialog }: StartDialogProps) {
  return (
    <Confirm
      {...dialog}
      title={`Send to ${formatPeople(group.recipients)}?`}
      confirm={`Send ${repeated ? 'Again ' : ''}to ${formatPeople(group.recipients)}`}
      danger={repeated}
    >
      <p className="break-words">
        “<strong className="text-ink">{subject.trim()}</strong>” will be sent once to each recipient
        in {group.name} ({formatPeople(group.recipients)}).
      </p>
      <p>
        Sending starts immediately and continues in the background. You can pause or cancel it, but
        sent emails cannot be recalled.
      </p>
    </Confirm>
  )
}
