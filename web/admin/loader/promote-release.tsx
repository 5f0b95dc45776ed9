import { useEffect, useRef } from 'react'
import { type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import { EffectsBox, recalculateIfOutdated, useEffectsPreview } from '../effects.tsx'
import { releaseSentences } from './release-effects.ts'

const formName = ({ id }: Release) => `promote ${id}`

type PromoteReleaseProps = { uid: number; release: Release }

/** Offers a release in its channel, or changes the share of customers who get the current one. */
export function PromoteRelease(props: PromoteReleaseProps) {
  const { current, version } = props.release
  const [open, setOpen] = useDraftDialog(props.uid, formName(props.release))
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
  // The release that was current when the dialog opened, so that a retry after a lost response
  // promotes over the same release.
  const seen = useRef<number | null>(undefined)
  const form = useRecordForm<typeof staffReleases.promote, { percent: number }>(
    staffReleases.promote,
    {
      initial: { percent: current ? release.percent : 100 },
      toInput: ({ percent }): Input<typeof staffReleases.promote> => ({
        params: { id },
        body: { percent, ...(seen.current !== undefined && { over: seen.current }) },
      }),
      say: recalculateIfOutdated(() => {
        seen.current = undefined
        tried.again()
      }),
      done: ({ percent }) => `${version} is now offered to ${percent}%`,
      failed: 'Failed to promote the release',
      draft: { uid, form: formName(release) },
      onDone: onClose,
    },
  )
  const { percent } = form.values
  const query = { act: 'promote', percent } as const
  const tried = useEffectsPreview(staffReleases.effects, { params: { id }, query })
  const over = tried.answer?.over
  useEffect(() => {
    if (seen.current === undefined) seen.current = over
  }, [over])
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={current ? `Roll-out of ${version}` : `Promote ${version} in ${channel}`}
      submit={current ? `Offer to ${percent}%` : 'Promote'}
    >
      <p className="text-soft">
        The other customers keep the release offered before. Raising the percentage only adds
        customers.
      </p>
      <Slider
        label="Offered to"
        min={0}
        max={100}
        value={percent}
        shown={percent === 100 ? 'Everyone' : percent === 0 ? 'No one' : `${percent}%`}
        exact="%"
        onChange={(now) => form.set({ percent: now })}
      />
      <EffectsBox tried={tried} toSentences={(effects) => releaseSentences(release, effects)} />
    </FormDialog>
  )
}
