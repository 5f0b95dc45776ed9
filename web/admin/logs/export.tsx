import type { Log } from '#contract/platform/logs.ts'
import { logs as calls } from '#contract/platform/logs.ts'
import { csvHead, csvLine } from '#contract/platform/logs-csv.ts'
import { api } from '../../api/client.ts'
import { filtersOf } from '../list/address.ts'
import { download, ExportButton, saveCsv } from '../list/export-button.tsx'
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
    saveCsv('logs-page', [csvHead, ...logs.map(csvLine)])
  }
  return (
    <ExportButton
      size="small"
      save={save}
      done="Page exported"
      failed="Failed to export the page"
      disabled={logs.length === 0}
    >
      Export page
    </ExportButton>
  )
}

/** Exports all matching entries as a download that the browser streams to disk. */
export function ExportAll({ query, total }: { query: LogQuery; total: number }) {
  async function save() {
    await api(calls.sources)
    download(calls.export.path, filtersOf(query))
  }
  return (
    <ExportButton size="small" save={save} failed="Failed to export logs" disabled={total === 0}>
      Export all matches
    </ExportButton>
  )
}
