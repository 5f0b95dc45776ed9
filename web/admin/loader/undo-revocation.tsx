import { Undo2 } from 'lucide-react'
import { type Revocation, staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'
import { Effects } from '../effects.tsx'
import { undoSentences } from './revocation-effects.ts'

/** Undoes a revocation, or lifts a suspension. */
export function UndoRevocation({ revocation, of }: { revocation: Revocation; of: string }) {
  const input = { params: { id: revocation.id } }
  const lifts = revocation.state === 'suspended'
  const label = lifts ? 'Lift' : 'Undo'
  const undo = useAction(staffRevocations.undo, {
    done: lifts ? 'Suspension lifted' : 'Revocation undone',
    failed: lifts ? 'Failed to lift the suspension' : 'Failed to undo the revocation',
    reload: 'always',
  })
  return (
    <ConfirmAction
      action={undo}
      input={[input]}
      button={(ask) => (
        <Button size="small" aria-label={`${label}: ${of}`} onClick={ask}>
          <Undo2 size={15} aria-hidden="true" />
          {label}
        </Button>
      )}
      title={lifts ? 'Lift this suspension?' : 'Undo this revocation?'}
      confirm={label}
    >
      <Effects call={staffRevocations.undoEffects} input={input} toSentences={undoSentences} />
    </ConfirmAction>
  )
}
