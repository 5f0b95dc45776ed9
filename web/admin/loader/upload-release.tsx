import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import * as z from 'zod'
import {
  fileRefusals,
  maxReleaseBytes,
  releaseVersion,
  staffReleases,
} from '#contract/staff-loader.ts'
import { failureOf } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { formatSize } from '../size.ts'
import { Progress } from './progress.tsx'
import { sendRelease } from './send-release.ts'

/** What can be told before hundreds of megabytes are on their way. */
const schema = z.object({
  version: z.string().trim().min(1, 'Enter a version').pipe(releaseVersion),
  notes: z.string(),
  file: z.custom<File | null>().superRefine(async (file, context) => {
    const fault = await faultOf(file)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  }),
})

async function faultOf(file: File | null): Promise<string | undefined> {
  if (!file) return 'Choose a file'
  if (file.size > maxReleaseBytes) return fileRefusals.release_too_large.sentence
  const isProgram = (await file.slice(0, 2).text()) === 'MZ'
  return isProgram ? undefined : fileRefusals.not_a_program.sentence
}

const blank: z.input<typeof schema> = { version: '', notes: '', file: null }
const draft = 'release'

/** Takes a new release: its version, its file, what changed. */
export function UploadRelease({ uid }: { uid: number }) {
  const [open, setOpen] = useDraftDialog(uid, draft)
  /** How much has been sent, from 0 to 1; null while nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const form = useEndpointForm(staffReleases.add, {
    initial: blank,
    schema,
    async send({ version, notes, file }) {
      abort.current = new AbortController()
      const { signal } = abort.current
      setSent(0)
      return sendRelease({
        ...{ file: file!, version: version.trim(), notes, signal },
        onProgress: setSent,
      }).finally(() => setSent(null))
    },
    done: ({ version }) => `Release ${version} uploaded`,
    failed: 'Failed to upload the release',
    say: failureOf,
    draft: { uid, form: draft },
    onDone() {
      form.reset()
      setOpen(false)
    },
  })
  const { file } = form.values

  /** Of an upload that is cancelled the text stays, to be sent again; else it is asked about. */
  function close() {
    if (sent !== null) return abort.current?.abort()
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
            <Button onClick={close}>{sent === null ? 'Cancel' : 'Cancel Upload'}</Button>
            <Button
              type="submit"
              look="primary"
              loading={sent !== null}
              // Without the form that it names it would be no valid HTML.
              {...(open && { form: form.id })}
            >
              Upload
            </Button>
          </>
        }
      >
        {/* Anew each time: a browser's file field keeps what was chosen. */}
        {open && (
          <form {...form.attributes} className="grid gap-5">
            <p className="text-soft">
              New loaders are built from it at once. Customers who have an older one are told that
              there is a newer.
            </p>
            <TextField
              label="Version"
              required
              maxLength={40}
              placeholder="1.5.0"
              autoComplete="off"
              {...form.input('version')}
            />
            <TextField
              type="file"
              label="File"
              required
              accept=".exe,application/vnd.microsoft.portable-executable"
              hint={
                file
                  ? `${file.name}, ${formatSize(file.size)}`
                  : 'A Windows program, at most 500 MB'
              }
              error={form.control('file').error}
              onChange={({ target }) => form.set({ file: target.files?.[0] ?? null })}
            />
            <TextArea
              label="Notes"
              rows={3}
              maxLength={1000}
              hint="For the staff: what changed."
              {...form.input('notes')}
            />
            {sent !== null && <Progress part={sent} />}
          </form>
        )}
      </Dialog>
    </>
  )
}
