import { FileCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { loader } from '#contract/licensing/loader.ts'
import { loaderCodes } from '#contract/licensing/loader-codes.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { hashFile } from '../../api/hash-file.ts'
import { formatDay } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'

type Verdict = Result<typeof loader.verify>

/** Checks whether a file is the customer's own, unchanged loader. The file is not uploaded. */
export function VerifyDownload() {
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState(0)
  const [found, setFound] = useState<{ name: string; verdict: Verdict } | null>(null)
  const verify = useAction(
    async (file: File) => {
      setFound(null)
      setPart(0)
      const sha256 = await hashFile(file, setPart)
      const verdict = await api(loader.verify, { body: { sha256 } })
      setFound({ name: file.name, verdict })
    },
    { failed: 'The file could not be checked', reload: 'never' },
  )
  return (
    <Card className="mt-5">
      <h2 className="title text-lg">Verify my download</h2>
      <p className="mt-1.5 mb-5 max-w-[36em] text-soft">
        Choose a loader file to check that it was issued to you and is unchanged. The file itself is
        not uploaded, only its checksum.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Loader to verify"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void verify.run(file)
        }}
      />
      <Button loading={verify.pending} onClick={() => input.current?.click()}>
        <FileCheck size={18} aria-hidden="true" />
        {verify.pending ? `Checking, ${Math.floor(part * 100)}%` : 'Choose File'}
      </Button>
      <div aria-live="polite">
        {verify.error && <ErrorBox className="mt-5">{verify.error}</ErrorBox>}
        {found && (
          <div
            className={`mt-5 rounded-md border px-4 py-3 text-[0.9375rem] [overflow-wrap:anywhere] ${looks[found.verdict.verdict]}`}
          >
            <p className="font-[600]">{found.name}</p>
            <p className="text-soft">{said(found.verdict)}</p>
          </div>
        )}
      </div>
    </Card>
  )
}

const looks: Record<Verdict['verdict'], string> = {
  unchanged: 'border-success/40 bg-success/8',
  withdrawn: 'border-warning/40 bg-warning/8',
  unknown: 'border-danger/40 bg-danger/8',
}

function said({ verdict, version, issued_at }: Verdict) {
  if (verdict === 'unknown' || !issued_at)
    return 'This loader was not issued to you, or it has been changed. Do not start it. Download yours again above.'
  const issued = `Issued to you on ${formatDay(issued_at)}, unchanged: version ${version}.`
  if (verdict === 'unchanged') return issued
  const { sentence, advice } = loaderCodes.BUILD_REVOKED
  return `${issued} ${sentence} ${advice}`
}
