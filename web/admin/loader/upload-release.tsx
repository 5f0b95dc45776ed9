import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { mostNotes, staffReleases } from '#contract/licensing/staff-releases.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { formatSize } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { channels } from './channels.ts'
import { uploadedWith } from './mark-words.ts'
import { blankRelease, newRelease } from './new-release.ts'
import { Progress, percentOf } from './progress.tsx'
import { type InParts, type Stage, sendInParts } from './send-in-parts.ts'

const draft = 'release'

/** The text below the progress bar. None while the upload runs normally. */
function said({ at, part }: Stage): string | undefined {
  const percent = percentOf(part)
  if (at === 'reading') return `Reading the file, ${percent}%`
  if (at === 'paused') return `Paused at ${percent}%. The uploaded part is stored for a day.`
  if (at === 'lost')
    return `The connection was lost at ${percent}%. The upload resumes automatically when you are back online.`
  return undefined
}

type UploadReleaseProps = { uid: number; products: readonly { id: number; name: string }[] }

/** Uploads a new release: its product, version, file and notes. */
export function UploadRelease({ uid, products }: UploadReleaseProps) {
  const [open, setOpen] = useDraftDialog(uid, draft)
  /** The progress of the file. Null while no upload is running. */
  const [stage, setStage] = useState<Stage | null>(null)
  const sending = useRef<InParts>(null)
  const abort = useRef<AbortController>(null)
  const form = useEndpointForm(staffReleases.add, {
    initial: blankRelease,
    schema: newRelease,
    async send({ product, file, ...about }) {
      abort.current = new AbortController()
      const { signal } = abort.current
      const { minimum } = about
      const version = about.version.trim()
      sending.current = sendInParts({
        ...{ file: file!, signal, tell: setStage },
        about: { version, minimum, product },
      })
      try {
        const upload = await sending.current.finished
        setStage({ at: 'sending', part: 1 })
        const of = product ? { product: Number(product) } : {}
        return await api(staffReleases.add, { body: { ...about, version, upload, ...of } })
      } finally {
        setStage(null)
      }
    },
    // Also after a failure, because the page behind the dialog lists the partly uploaded file.
    reload: 'always',
    done: (release) => `Release ${release.version} uploaded${uploadedWith(release)}`,
    failed: 'Failed to upload the release',
    about: {
      not_a_program: 'file',
      release_exists: 'version',
      signed_otherwise: 'file',
    },
    say: failureOf,
    draft: { uid, form: draft },
    onDone() {
      form.reset()
      setOpen(false)
    },
  })
  const { file, product } = form.values
  const isLoader = product === ''
  /** The upload is paused or has lost its connection. */
  const halted = stage?.at === 'paused' || stage?.at === 'lost'

  /**
   * During an upload, closing stops it and keeps the text for another attempt. Otherwise the dialog
   * asks before the text is lost.
   */
  function close() {
    if (stage) return abort.current?.abort()
    form.close(() => {
      form.reset()
      setOpen(false)
    })
  }

  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Upload size={18} aria-hidden="true" />
        Upload Release
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Upload Release"
        problem={form.error}
        actions={
          <>
            {/* In view even when the form is scrolled. */}
            {stage && (
              <div className="w-full">
                <Progress part={stage.part} text={said(stage)} />
              </div>
            )}
            <Button onClick={close}>{stage ? 'Stop Upload' : 'Cancel'}</Button>
            {stage && stage.at !== 'reading' && stage.part < 1 && (
              <Button
                {...(halted && { look: 'primary' })}
                onClick={() => (halted ? sending.current?.goOn() : sending.current?.pause())}
              >
                {halted ? 'Resume' : 'Pause'}
              </Button>
            )}
            {!halted && (
              <Button
                type="submit"
                look="primary"
                loading={form.pending}
                // The attribute is valid HTML only while the form exists.
                {...(open && { form: form.id })}
              >
                Upload
              </Button>
            )}
          </>
        }
      >
        {/* Remounted each time, because a browser's file field keeps its file. */}
        {open && (
          <form {...form.attributes} className="grid gap-5">
            <p className="text-soft">Customers don’t get this release until you promote it.</p>
            <Select
              label="Release of"
              options={[
                { value: '', label: 'The loader' },
                ...products.map(({ id, name }) => ({
                  value: String(id),
                  label: `Module of ${name}`,
                })),
              ]}
              {...form.input('product')}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label="Version"
                required
                maxLength={40}
                placeholder="1.5.0"
                autoComplete="off"
                {...form.input('version')}
              />
              <Select label="Channel" options={channels} {...form.input('channel')} />
            </div>
            <TextField
              type="file"
              label="File"
              required
              {...(isLoader && { accept: '.exe,application/vnd.microsoft.portable-executable' })}
              hint={
                file
                  ? `${file.name}, ${formatSize(file.size)}`
                  : isLoader
                    ? 'A Windows program, at most 500 MB'
                    : 'At most 500 MB'
              }
              error={form.control('file').error}
              disabled={stage !== null}
              onChange={({ target }) => form.set({ file: target.files?.[0] ?? null })}
            />
            <TextField
              label="Minimum loader (optional)"
              maxLength={40}
              autoComplete="off"
              hint="The oldest loader version that customers who get this release can use."
              {...form.input('minimum')}
            />
            <TextArea
              label="Notes"
              rows={3}
              maxLength={mostNotes}
              hint="Shown to customers: what changed. Markdown; to preview it, edit the release after the upload."
              {...form.input('notes')}
            />
          </form>
        )}
      </Dialog>
    </>
  )
}
