import { useState } from 'react'
import { type Release, staffReleases } from '#contract/staff-releases.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import { ReleaseEffects } from './release-effects.tsx'

type PromoteReleaseProps = { uid: number; release: Release }

/** Offers a release in its channel, or changes to how many the current one is offered. */
export function PromoteRelease(props: PromoteReleaseProps) {
  const { current, version } = props.release
  const [open, setOpen] = useState(false)
  const label = current ? 'Roll-out' : 'Promote'
  return (
    <>
      <Button size="small" aria-label={`${label} ${version}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <PromoteDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function PromoteDialog({ uid, release, onClose }: PromoteReleaseProps & { onClose: () => void }) {
  const { id, version, channel, current } = release
  const form = useEndpointForm(staffReleases.promote, {
    initial: { percent: current ? release.percent : 100 },
    toInput: (body) => ({ params: { id }, body }),
    done: ({ percent }) => `${version} is offered to ${percent}% now`,
    failed: 'Failed to promote the release',
    draft: { uid, form: `promote ${id}` },
    onDone: onClose,
  })
  const { percent } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={current ? `Roll-out of ${version}` : `Promote ${version} in ${channel}`}
      submit={current ? 'Save Changes' : 'Promote'}
    >
      <p className="text-soft">
        Who is not reached keeps what was offered before. Whoever was reached stays so when you
        raise it.
      </p>
      <Slider
        label="Offered to"
        min={0}
        max={100}
        value={percent}
        shown={percent === 100 ? 'Everybody' : percent === 0 ? 'Nobody' : `${percent}%`}
        onChange={(now) => form.set({ percent: now })}
      />
      <ReleaseEffects release={release} act="promote" percent={percent} />
    </FormDialog>
  )
}
