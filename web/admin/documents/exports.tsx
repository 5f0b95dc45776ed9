import { useState } from 'react'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { isoDay, monthIn } from '#contract/wire/time-zone.ts'
import { api } from '../../api/client.ts'
import { shopNow } from '../../clock.ts'
import { useConfig } from '../../config.ts'
import { formatUtcMonth } from '../../format.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { download, ExportButton } from '../list/export-button.tsx'

/** The current month in the shop's time zone and the months before it: `2026-11` with its name. */
function months(timeZone: string) {
  const [year, number] = isoDay(new Date(shopNow()), timeZone).split('-').map(Number)
  return Array.from({ length: 36 }, (_, back) => {
    const month = new Date(Date.UTC(year!, number! - 1 - back))
    return { value: month.toISOString().slice(0, 7), label: formatUtcMonth(month) }
  })
}

/** The first and last moment of a month, as the period of the journal. */
function boundsOf(month: string, timeZone: string) {
  const { from, until } = monthIn(month, timeZone)
  const last = new Date(until.getTime() - 1)
  return { start_time: from.toISOString(), end_time: last.toISOString() }
}

/** The exports of a month for the bookkeeper. */
export function Exports() {
  const { timeZone, sandbox } = useConfig()
  const [options] = useState(() => months(timeZone))
  const [month, setMonth] = useState(options[0]!.value)
  const bounds = boundsOf(month, timeZone)
  return (
    <Card className="mb-6">
      <CardHeader
        title="Accounting exports"
        detail={`Months start at midnight in the shop’s time zone, ${timeZone}.`}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Month"
          options={options}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Save label="Journal as CSV" path={staffDocuments.journal.path} query={bounds} />
        <Save label="Tax by country as CSV" path={staffDocuments.taxes.path} query={bounds} />
        <Save label="PDFs as ZIP" path={staffDocuments.archive.path} query={{ month }} />
      </div>
      {sandbox && (
        <p className="mt-4 text-faint text-sm">
          Test-mode documents are not in the tax file, because no money was moved. They are in the
          journal and the PDFs.
        </p>
      )}
    </Card>
  )
}

type SaveProps = { label: string; path: string; query: Record<string, string> }

function Save({ label, path, query }: SaveProps) {
  async function save() {
    await api(staffDocuments.list, { query: { limit: 1 } })
    download(path, query)
  }
  return (
    <ExportButton save={save} failed="Failed to export documents">
      {label}
    </ExportButton>
  )
}
