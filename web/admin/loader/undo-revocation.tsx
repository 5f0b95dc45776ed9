import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Revocation, staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { useAction } from '../../api/action.ts'
import { useAsk } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { RevocationEffectsBox } from './revocation-effects.tsx'

/** Undoes a revocation, or lifts a suspension. */
export function UndoRevocation({ revocation, of }: { revocation: Revocation; of: string }) {
  const [open, setOpen] = useState(false)
  const input = { params: { id: revocation.id } }
  const lifts = revocation.state === 'suspended'
  const label = lifts ? 'Lift' : 'Undo'
  const tried = useAsk(staffRevocations.undoEffects, open ? input : null)
  const undo = useAction(staffRevocations.undo, {
    done: lifts ? 'Suspension lifted' : 'Revocation undone',
    failed: lifts ? 'Failed to lift the suspension' : 'Failed to undo the revocation',
    reload: 'always',
  })
  function close() {
    undo.clear()
    setOpen(false)
  }
  return (
    <>
      <Button size="small" aria-label={`${label}: ${of}`} onClick={() => setOpen(true)}>
        <Undo2 size={15} aria-hidden="true" />
        {label}
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title={lifts ? 'Lift this suspension?' : 'Undo this revocation?'}
        confirm={lifts ? 'Lift' : 'Undo'}
        pending={undo.pending}
        problem={undo.error}
        onConfirm={async () => {
          if (await undo.run(input)) close()
        }}
      >
        <RevocationEffectsBox
          undo
          effects={tried.answer}
          error={tried.error}
          asking={tried.asking}
        />
      </Confirm>
    </>
  )
}
