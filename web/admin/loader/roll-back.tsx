import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ReleaseEffects } from './release-effects.tsx'

/** Rolls the current release back, so that the previous one is offered again. */
export function RollBack({ release }: { release: Release }) {
  const [open, setOpen] = useState(false)
  const { id, version, previous } = release
  const rollBack = useAction(staffReleases.rollBack, {
    done: `${version} rolled back`,
    failed: 'Failed to roll the release back',
    say: messageOf,
  })
  function close() {
    rollBack.clear()
    setOpen(false)
  }
  return (
    <>
      <Button size="small" aria-label={`Roll Back ${version}`} onClick={() => setOpen(true)}>
        <Undo2 size={15} aria-hidden="true" />
        Roll Back
      </Button>
      {open && (
        <Confirm
          open
          onClose={close}
          title={`Roll ${version} back to ${previous}?`}
          confirm="Roll Back"
          danger
          pending={rollBack.pending}
          problem={rollBack.error}
          onConfirm={async () => {
            if (await rollBack.run({ params: { id }, body: {} })) close()
          }}
        >
          <p>
            Running games are not interrupted, and downloaded loaders stay on customers’ devices.
          </p>
          <ReleaseEffects release={release} act="roll_back" />
        </Confirm>
      )}
    </>
  )
}
