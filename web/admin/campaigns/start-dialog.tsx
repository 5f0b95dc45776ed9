import type { RecipientGroup } from '#contract/campaign-form.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { people } from './people.ts'

type StartDialogProps = {
  open: boolean
  subject: string
  group: RecipientGroup
  onClose: () => void
  pending: boolean
  problem: string | undefined
  onConfirm: () => void
}

export function StartDialog({ subject, group, ...dialog }: StartDialogProps) {
  return (
    <Confirm
      {...dialog}
      title={`Send to ${people(group.recipients)}?`}
      confirm={`Send to ${people(group.recipients)}`}
    >
      <p className="break-words">
        “<strong className="text-ink">{subject.trim()}</strong>” goes to {group.name}:{' '}
        {people(group.recipients)}, each once.
      </p>
      <p>
        It begins at once and goes on in the background. You can pause or cancel it; what has been
        sent cannot be taken back.
      </p>
    </Confirm>
  )
}
