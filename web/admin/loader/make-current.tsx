import { type Release, staffReleases } from '#contract/staff-loader.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

/** Goes back to an older release, or forward again. */
export function MakeCurrent({ release: { id, version, current } }: { release: Release }) {
  const makeCurrent = useAction(staffReleases.makeCurrent, {
    done: `Loaders are built from ${version} now`,
    failed: 'Failed to change the release',
  })

  if (current) return null
  return (
    <ConfirmAction
      action={makeCurrent}
      input={[{ params: { id } }]}
      button={(ask) => (
        <Button size="small" onClick={ask}>
          Make Current
        </Button>
      )}
      title={`Build from ${version}?`}
      confirm="Make Current"
    >
      <p>
        New loaders are built from {version} at once. Customers whose loader was made of another
        release are told to request it again; what they have goes on working.
      </p>
    </ConfirmAction>
  )
}
