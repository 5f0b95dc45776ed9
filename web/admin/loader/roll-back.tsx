import { Undo2 } from 'lucide-react'
import { type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Effects } from '../effects.tsx'
import { releaseSentences } from './release-effects.ts'

/** Rolls the current release back, so that the previous one is offered again. */
export function RollBack({ release }: { release: Release }) {
  const { id, version, previous } = release
  const rollBack = useAction(staffReleases.rollBack, {
    done: `${version} rolled back`,
    failed: 'Failed to roll the release back',
    say: messageOf,
  })
  return (
    <ConfirmAction
      action={rollBack}
      input={[{ params: { id }, body: {} }]}
      button={(ask) => (
        <Button size="small" aria-label={`Roll Back ${version}`} onClick={ask}>
          <Undo2 size={15} aria-hidden="true" />
          Roll Back
        </Button>
      )}
      title={`Roll ${version} back to ${previous}?`}
      confirm="Roll Back"
      danger
    >
      <p>Running games are not interrupted, and downloaded loaders stay on customers’ devices.</p>
      <Effects
        call={staffReleases.effects}
        input={{ params: { id }, query: { act: 'roll_back', percent: 100 } }}
        toSentences={(effects) => releaseSentences(release, effects)}
      />
    </ConfirmAction>
  )
}
