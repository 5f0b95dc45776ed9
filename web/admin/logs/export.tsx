import { Download } from 'lucide-react'
import type { Log } from '#contract/platform/logs.ts'
import { logs as calls } from '#contract/platform/logs.ts'
import { csvHead, csvLine } from '#contract/platform/logs-csv.ts'
import { shopNow } from '#web/clock.ts'
import { useAction } from '../../api/action.ts'
import { api, apiUrl } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import type { LogQuery } from './address.ts'

/**
 * Milliseconds for which the button shows that it is working, because a file from memory is ready
 * at once.
 */
const pause = 1500

/** Exports the shown page as a file that is created in the browser. */
export function ExportPage({ logs }: { logs: readonly Log[] }) {
  async function save() {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const csv = new Blob([csvHead, ...logs.map(csvLine)], { type: 'text/csv;charset=utf-8' })
    const url = URL.createObjectURL(csv)
    follow(url, `logs-page-${new Date(shopNow()).toISOString().slice(0, 10)}.csv`)
    URL.revokeObjectURL(url)
  }
  const exporting = useAction(save, {
    done: 'Page exported',
    failed: 'Failed to export the page',
    failureIn: 'toast',
    reload: 'never',
  })
  return (
    <Button
      size="small"
      loading={exporting.pending}
      disabled={logs.length === 0}
      onClick={() => exporting.run()}
    >
      <Download size={15} aria-hidden="true" />
      Export page
    </Button>
  )
}

/**
 * Exports all matching entries as a download that the browser streams to disk. It checks with the
 * server first, so that an ended session leads to the sign-in and not to a file that contains an
 * error.
 */
export function ExportAll({ query, total }: { query: LogQuery; total: number }) {
  async function save() {
    await api(calls.sources)
    const { page: _page, limit: _limit, after: _after, ...filters } = query
    const given = Object.entries(filters).filter((entry) => entry[1] !== undefined)
    follow(apiUrl(`${calls.export.path}?${new URLSearchParams(given as [string, string][])}`), '')
  }
  const exporting = useAction(save, {
    done: 'Export started',
    failed: 'Failed to export logs',
    failureIn: 'toast',
    reload: 'never',
  })
  return (
    <Button
      size="small"
      loading={exporting.pending}
      disabled={total === 0}
      onClick={() => exporting.run()}
    >
      <Download size={15} aria-hidden="true" />
      Export all matches
    </Button>
  )
}

function follow(href: string, name: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
