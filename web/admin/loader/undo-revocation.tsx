import { Undo2 } from 'lucide-react'
import { type Revocation, staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { useAction } from '../../api/action.ts'
import { useAsk } from '../../api/ask.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'
import { RevocationEffectsBox } from './revocation-effects.tsx'

/** Undoes a revocation, or lifts a suspension. */
export function UndoRevocation({ revocation, of }: { revocation: Revocation; of: string }) {
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
      input={[{ params: { id: revocation.id } }]}
      button={(ask) => (
        <Button size="small" aria-label={`${label}: ${of}`} onClick={ask}>
          <Undo2 size={15} aria-hidden="true" />
          {label}
        </Button>
      )}
      title={lifts ? 'Lift this suspension?' : 'Undo this revocation?'}
      confirm={label}
    >
      <UndoEffects id={revocation.id} />
    </ConfirmAction>
  )
}

function UndoEffects({ id }: Pick<Revocation, 'id'>) {
  const { answer, error, asking } = useAsk(staffRevocations.undoEffects, { params: { id } })
  return <RevocationEffectsBox undo effects={answer} error={error} asking={asking} />
}
