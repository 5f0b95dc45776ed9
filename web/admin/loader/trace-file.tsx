import { useRef, useState } from 'react'
import { maxTraceBytes, staffTraces, type Trace } from '#contract/licensing/staff-traces.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Progress } from './progress.tsx'
import { sendFile } from './send-file.ts'

type TraceFileProps = { onBegin: () => void; onTraced: (trace: Trace, name: string) => void }

/** Takes a file to trace, dropped on the field or chosen. */
export function TraceFile({ onBegin, onTraced }: TraceFileProps) {
  /** The uploaded share, from 0 to 1. Null while no upload is running. */
  const [sent, setSent] = useState<number | null>(null)
  const [fault, setFault] = useState<string>()
  const [keep, setKeep] = useState(false)
  const abort = useRef<AbortController>(null)
  const action = useAction(
    async (file: File) => {
      abort.current = new AbortController()
      setSent(0)
      onBegin()
      const { signal } = abort.current
      const query = keep ? { keep: true, name: file.name.slice(-200) } : {}
      const trace = await sendFile<Trace>(staffTraces.file, {
        file,
        query,
        signal,
        onProgress: setSent,
      })
      return { trace, name: file.name }
    },
    {
      failed: 'Failed to trace the file',
      reload: 'never',
      onDone: ({ trace, name }) => onTraced(trace, name),
    },
  )
  const file = useRef<HTMLInputElement>(null)

  async function trace() {
    const chosen = file.current?.files?.[0]
    if (!chosen) return setFault('Choose a file')
    if (chosen.size > maxTraceBytes)
      return setFault(staffTraces.file.refusals.file_too_large.sentence)
    await action.run(chosen).finally(() => setSent(null))
  }

  return (
    <Card>
      <CardHeader
        title="Trace a file"
        detail="The file is never run. Unpack archives first: their contents are not extracted."
      />
      <div className="grid gap-5">
        <TextField
          ref={file}
          type="file"
          label="File"
          hint="Drop a file here or choose one. At most 1,000 MB."
          error={fault ?? action.error}
          onChange={() => {
            setFault(undefined)
            action.clear()
          }}
        />
        <Checkbox
          label="Keep as evidence"
          hint="Stores the file for 400 days or until you delete it. Otherwise the file is not stored."
          checked={keep}
          onChange={({ target }) => setKeep(target.checked)}
        />
        {sent !== null && <Progress part={sent} />}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" loading={sent !== null} onClick={trace}>
            Trace File
          </Button>
          {sent !== null && <Button onClick={() => abort.current?.abort()}>Cancel</Button>}
        </div>
      </div>
    </Card>
  )
}
