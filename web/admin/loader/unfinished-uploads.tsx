import { type ReleaseUpload, releaseUploads } from '#contract/licensing/release-uploads.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { formatSize } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { percentOf } from './progress.tsx'

/** Partly uploaded files. If the same file is chosen again, its upload resumes. */
export function UnfinishedUploads({ uploads }: { uploads: ReleaseUpload[] }) {
  if (uploads.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="surface mb-6 px-5 py-4">
      <h2 id="unfinished" className="title text-lg">
        Unfinished uploads
      </h2>
      <p className="mt-1 text-soft">
        Upload the same file again to resume. An upload is deleted one day after its last activity.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {uploads.map((upload) => (
          <Unfinished key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Unfinished({ upload }: { upload: ReleaseUpload }) {
  const { id, file_name, size, received, created_at } = upload
  const discard = useAction(releaseUploads.discard, {
    done: isolated`${file_name} discarded`,
    failed: 'Failed to discard the upload',
  })
  return (
    <li className="flex items-center justify-between gap-4 py-3 max-sm:flex-wrap">
      <div className="min-w-0">
        <p className="font-[600] [overflow-wrap:anywhere]">{file_name}</p>
        <p className="text-faint text-sm tabular-nums">
          {percentOf(received / size)}% of {formatSize(size)}, started <Moment at={created_at} />
        </p>
      </div>
      <Button
        size="small"
        aria-label={`Discard ${file_name}`}
        loading={discard.pending}
        onClick={() => void discard.run({ params: { id } })}
      >
        Discard
      </Button>
    </li>
  )
}
