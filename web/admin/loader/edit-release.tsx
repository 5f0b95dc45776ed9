import { Pencil } from 'lucide-react'
import * as z from 'zod'
import { type Channel, releaseVersion } from '#contract/licensing/releases.ts'
import { mostNotes, type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { channels } from './channels.ts'

type EditReleaseProps = { uid: number; release: Release }

const draftOf = ({ id }: Release) => `release ${id}`

const schema = z.object({
  notes: z.string().trim().max(mostNotes, 'Notes have at most 20,000 characters'),
  channel: z.custom<Channel>(),
  minimum: z.union([z.literal(''), releaseVersion]),
  revision: z.number(),
})

/** Changes the notes, the channel and the requirements of a release. */
export function EditRelease({ uid, release }: EditReleaseProps) {
  const [open, setOpen] = useDraftDialog(uid, draftOf(release))
  return (
    <>
      <IconButton
        label={`Edit ${release.version}`}
        icon={<Pencil size={17} />}
        size="small"
        onClick={() => setOpen(true)}
      />
      {open && <EditDialog uid={uid} release={release} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ uid, release, onClose }: EditReleaseProps & { onClose: () => void }) {
  const { id, version, kind, notes, channel, revision } = release
  const form = useRecordForm(staffReleases.change, {
    initial: { notes, channel, minimum: release.minimum ?? '', revision },
    schema,
    toInput: (body) => ({ params: { id }, body }),
    done: `${version} saved`,
    failed: 'Failed to save the release',
    about: { minimum_above: 'minimum', minimum_ahead: 'minimum' },
    draft: { uid, form: draftOf(release) },
    onDone: onClose,
  })
  const leave = () => form.close(onClose)
  const { value, error } = form.control('notes')
  return (
    <Dialog
      open
      onClose={leave}
      title={`Edit ${version}`}
      className="max-w-[min(60rem,calc(100vw-2rem))]"
      problem={form.error}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" form={form.id} look="primary" loading={form.pending}>
            Save Changes
          </Button>
        </>
      }
    >
      <form {...form.attributes} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label="Channel"
            options={channels}
            hint="Takes effect at the next promotion."
            {...form.input('channel')}
          />
          <TextField
            label="Minimum loader (optional)"
            maxLength={40}
            autoComplete="off"
            hint={
              kind === 'loader'
                ? 'Customers who are offered this release can’t use a loader older than this.'
                : 'The product doesn’t run on a loader older than this.'
            }
            {...form.input('minimum')}
          />
        </div>
        <LazyEditor
          label="Notes"
          value={value}
          onChange={(text) => form.set({ notes: text })}
          error={error}
          maxLength={mostNotes}
        />
      </form>
    </Dialog>
  )
}
