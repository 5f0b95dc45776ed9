import { Archive, Download } from 'lucide-react'
import { Link } from 'react-router'
import { type Evidence, staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { apiUrl } from '../../api/client.ts'
import { formatDay, formatSize } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/evidence'
import { LoaderTabs } from './loader-tabs.tsx'
import { RemoveEvidence } from './remove-evidence.tsx'
import { verdicts } from './trace-result.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the evidence', () =>
    loadList(request, staffEvidence.list, { filters: ['uid'] }),
  )
}

export default function EvidencePage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Loader"
      detail="Leaked files that were traced and saved. Each is kept for 400 days."
      loaded={loaderData}
    >
      {(data) => (
        <>
          <LoaderTabs current="evidence" />
          {data.isFiltered && (
            <p className="mb-4 text-soft">
              Files traced to one customer.{' '}
              <Link to="/admin/loader/evidence" className="underline underline-offset-2">
                Show all
              </Link>
            </p>
          )}
          <List
            caption="Evidence"
            nouns={['file', 'files']}
            columns={columns}
            list={data}
            rows={data.evidence}
            rowKey={({ id }) => id}
            icon={<Archive size={26} />}
            none={[
              'No evidence yet',
              'Files traced with ‘Keep as evidence’ selected are listed here.',
            ]}
          />
        </>
      )}
    </Page>
  )
}

const columns: Column<Evidence>[] = [
  {
    header: 'File',
    wide: true,
    cell: ({ id, file_name, sha256, size, deleted }) => (
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p className="font-[600]">
          <span className="text-faint">{id}</span> {file_name}
        </p>
        <p className="font-mono text-faint text-xs" title={sha256}>
          SHA-256 {sha256.slice(0, 16)}…, {formatSize(size)}
        </p>
        {deleted && <p className="text-soft text-sm">Deleted: {deleted.reason}</p>}
      </div>
    ),
  },
  {
    header: 'Verdict',
    cell: ({ verdict }) => <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>,
  },
  {
    header: 'Traced to',
    cell: ({ copies }) =>
      copies.length === 0 ? (
        <span className="text-faint">No one</span>
      ) : (
        <ul className="[overflow-wrap:anywhere]">
          {copies.map(({ build, uid, username }) => (
            <li key={build}>
              {uid === null ? (
                'Unknown customer'
              ) : (
                <Link
                  to={`/admin/users/${uid}`}
                  className="underline underline-offset-2 md:whitespace-nowrap"
                >
                  {username}
                </Link>
              )}
            </li>
          ))}
        </ul>
      ),
  },
  { header: 'Saved by', cell: ({ kept_by }) => kept_by },
  { header: 'Saved', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
  {
    header: 'Actions',
    align: 'end',
    cell: (evidence) => {
      const { id, file_name, deleted, kept_until } = evidence
      if (deleted)
        return (
          <span className="text-faint text-sm">
            {deleted.by ? `By ${deleted.by}, ` : ''}
            <Moment at={deleted.at} />
          </span>
        )
      return (
        <div className="grid justify-items-end gap-1">
          <div className="flex gap-2">
            <a
              href={apiUrl(`/admin/loader/evidence/${id}/file`)}
              download
              aria-label={`Download ${file_name}`}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-sm text-sm text-soft underline underline-offset-4 hover:text-ink"
            >
              <Download size={15} aria-hidden="true" />
              Download
            </a>
            <RemoveEvidence evidence={evidence} />
          </div>
          <span className="text-faint text-xs">Kept until {formatDay(kept_until)}</span>
        </div>
      )
    },
  },
]
