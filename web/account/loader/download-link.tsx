import { Download } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { loader as calls, type LoaderStatus } from '#contract/licensing/loader.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const failed = 'Error downloading loader file'

type DownloadLinkProps = { loader: LoaderStatus; look: 'primary' | 'secondary' }

/**
 * A real link, so that the browser streams the file to disk. A click first checks with the server,
 * so that an ended session leads to the sign-in and not to a file that contains an error.
 */
export function DownloadLink({ loader, look }: DownloadLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const cleared = useRef(false)
  const { run, pending } = useAction(requireFile, {
    done: 'Loader file downloaded',
    failed,
    failureIn: 'toast',
    reload: 'never',
    onDone() {
      cleared.current = true
      link.current?.click()
    },
  })
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!cleared.current) {
      event.preventDefault()
      void run()
    }
    cleared.current = false
  }
  return (
    <a
      ref={link}
      href={loader.binary ?? undefined}
      download={loader.file_name}
      onClick={follow}
      className={buttonClass({ look, size: 'large' })}
    >
      {pending ? <Spinner /> : <Download size={20} aria-hidden="true" />}
      Download
    </a>
  )
}

async function requireFile() {
  const current = await api(calls.status, { query: {} })
  if (!current?.binary) throw new Error(failed)
}
