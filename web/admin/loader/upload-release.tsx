import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { fileRefusals, maxReleaseBytes, releaseVersion } from '#contract/releases.ts'
import { ApiError, failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { readUnsent, useUnsent } from '../unsent.ts'
import { Progress } from './progress.tsx'
import { sendRelease } from './send-release.ts'
import { formatSize } from './size.ts'

type Problems = { version?: string | undefined; file?: string | undefined }

/** Takes a new release: its version, its file, what changed. */
export function UploadRelease({ uid }: { uid: number }) {
  const [unsent] = useState(() => readUnsent<{ version: string; notes: string }>(uid, 'release'))
  const [open, setOpen] = useState(unsent !== undefined)
  const [version, setVersion] = useState(unsent?.version ?? '')
  const [notes, setNotes] = useState(unsent?.notes ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<string>()
  /** How much has been sent, from 0 to 1; null while nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  const dirty = version !== '' || notes !== '' || file !== null
  useUnsent({ uid, form: 'release', dirty, typed: () => ({ version, notes }) })

  function close() {
    abort.current?.abort()
    setError(undefined)
    setFile(null)
    setOpen(false)
  }

  async function send() {
    const found = await problemsOf(version, file)
    setProblems(found)
    setError(undefined)
    if (!file || found.version || found.file) return
    abort.current = new AbortController()
    const { signal } = abort.current
    setSent(0)
    try {
      await sendRelease({ file, version: version.trim(), notes, signal, onProgress: setSent })
      toast.success(`Release ${version.trim()} uploaded`)
      setVersion('')
      setNotes('')
      setFile(null)
      setOpen(false)
      revalidate()
    } catch (failure) {
      if (signal.aborted || isSessionOver(failure)) return
      setError(failureOf(failure, 'Failed to upload the release'))
      if (failure instanceof ApiError) setProblems({ version: failure.fields.version })
    } finally {
      setSent(null)
    }
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
        problem={error}
        actions={
          <>
            <Button onClick={close}>{sent === null ? 'Cancel' : 'Cancel Upload'}</Button>
            <Button look="primary" loading={sent !== null} onClick={send}>
              Upload
            </Button>
          </>
        }
      >
        {/* Anew each time: a browser's file field keeps what was chosen. */}
        {open && (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              void send()
            }}
          >
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
              value={version}
              error={problems.version}
              onChange={({ target }) => setVersion(target.value)}
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
              error={problems.file}
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
            <TextArea
              label="Notes"
              rows={3}
              maxLength={1000}
              hint="For the staff: what changed."
              value={notes}
              onChange={({ target }) => setNotes(target.value)}
            />
            {sent !== null && <Progress part={sent} />}
            <input type="submit" hidden />
          </form>
        )}
      </Dialog>
    </>
  )
}

/** What can be told before hundreds of megabytes are on their way. */
async function problemsOf(version: string, file: File | null): Promise<Problems> {
  const problems: Problems = {}
  const checked = releaseVersion.safeParse(version)
  if (!checked.success)
    problems.version = version.trim() ? checked.error.issues[0]!.message : 'Enter a version'
  if (!file) problems.file = 'Choose a file'
  else if (file.size > maxReleaseBytes) problems.file = fileRefusals.release_too_large.sentence
  else if ((await file.slice(0, 2).text()) !== 'MZ')
    problems.file = fileRefusals.not_a_program.sentence
  return problems
}
