import { Download } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { loader as calls, type LoaderStatus } from '#contract/loader.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'

const failed = 'Error downloading loader file'

/**
 * A real link, so that the browser streams the file to disk. Before it is followed the server is
 * asked: an ended session must lead to the sign-in and not to a file that holds an error.
 */
export function DownloadLink({ loader }: { loader: LoaderStatus }) {
  const [asking, setAsking] = useState(false)
  const cleared = useRef(false)
  async function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (cleared.current) {
      cleared.current = false
      return
    }
    event.preventDefault()
    if (asking) return
    const link = event.currentTarget
    setAsking(true)
    try {
      const current = await api(calls.status, { query: {} })
      if (!current?.binary) return toast.error(failed)
      cleared.current = true
      link.click()
      toast.success('Loader file downloaded')
    } catch (error) {
      if (!isSessionOver(error)) toast.error(failureOf(error, failed))
    } finally {
      setAsking(false)
    }
  }
  return (
    <a
      href={loader.binary ?? undefined}
      download={loader.file_name}
      onClick={follow}
      className={buttonClass({ look: 'primary', size: 'large' })}
    >
      {asking ? <Spinner /> : <Download size={20} aria-hidden="true" />}
      Download
    </a>
  )
}
