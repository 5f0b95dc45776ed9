import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAction } from '../../api/action.ts'
import { apiUrl } from '../../api/client.ts'
import { shopNow } from '../../clock.ts'
import { Button } from '../../ui/button.tsx'

type ExportButtonProps = {
  /**
   * Starts the export. Call the API before a download from the server, so that an ended session
   * leads to the sign-in and not to a file that contains an error.
   */
  save: () => Promise<void>
  failed: string
  done?: string
  disabled?: boolean
  size?: 'small'
  children: ReactNode
}

/** Saves rows as a file. */
export function ExportButton(props: ExportButtonProps) {
  const { save, failed, done = 'Export started', disabled, size, children } = props
  const exporting = useAction(save, { done, failed, failureIn: 'toast', reload: 'never' })
  return (
    <Button
      size={size}
      loading={exporting.pending}
      disabled={disabled}
      onClick={() => exporting.run()}
    >
      <Download size={size ? 15 : 16} aria-hidden="true" />
      {children}
    </Button>
  )
}

/** Downloads the file that the API returns for this path. */
export function download(path: string, query: Record<string, string>) {
  saveAs(apiUrl(`${path}?${new URLSearchParams(query)}`), '')
}

/** Saves rows of a CSV that the page has. Today's date is added to the file's name. */
export function saveCsv(name: string, rows: readonly string[]) {
  const url = URL.createObjectURL(new Blob([...rows], { type: 'text/csv;charset=utf-8' }))
  saveAs(url, `${name}-${new Date(shopNow()).toISOString().slice(0, 10)}.csv`)
  URL.revokeObjectURL(url)
}

/** Saves the file at the URL. An empty name keeps the name that the server gives it. */
function saveAs(href: string, name: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
