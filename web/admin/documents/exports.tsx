import { Download } from 'lucide-react'
import { useState } from 'react'
import { staffDocuments } from '#contract/staff-documents.ts'
import { useAction } from '../../api/action.ts'
import { api, apiUrl } from '../../api/client.ts'
import { shopNow } from '../../clock.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'

const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** This month and those before it: `2026-11` with its name. */
function months() {
  const now = new Date(shopNow())
  return Array.from({ length: 36 }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
    return { value: month.toISOString().slice(0, 7), label: names.format(month) }
  })
}

/** The first moment of a month and its last, as the journal's period. */
function boundsOf(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const end = new Date(Date.UTC(year, number) - 1)
  return { start_time: `${month}-01T00:00:00.000Z`, end_time: end.toISOString() }
}

/** What a bookkeeper is given of a month. */
export function Exports() {
  const [options] = useState(months)
  const [month, setMonth] = useState(options[0]!.value)
  const bounds = boundsOf(month)
  return (
    <Card className="mb-6">
      <CardHeader title="For the books" detail="Months are counted in UTC." />
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
    </Card>
  )
}

type SaveProps = { label: string; path: string; query: Record<string, string> }

/** The server is asked before: an ended session must not lead to a file that holds an error. */
function Save({ label, path, query }: SaveProps) {
  async function save() {
    await api(staffDocuments.list, { query: { limit: 1 } })
    const link = document.createElement('a')
    link.href = apiUrl(`${path}?${new URLSearchParams(query)}`)
    link.download = ''
    link.click()
  }
  const saving = useAction(save, {
    done: 'Export started',
    failed: 'Failed to export documents',
    failureIn: 'toast',
    reload: 'never',
  })
  return (
    <Button loading={saving.pending} onClick={() => saving.run()}>
      <Download size={16} aria-hidden="true" />
      {label}
    </Button>
  )
}
