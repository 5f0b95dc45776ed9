import { FileText } from 'lucide-react'
import { Link, useNavigation } from 'react-router'
import { documentKind, documentKinds, documentTitles } from '#contract/selling/documents.ts'
import {
  type ListedDocument,
  reachableDocuments,
  staffDocuments,
} from '#contract/selling/staff-documents.ts'
import { can } from '#contract/wire/capabilities.ts'
import { api } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { Pager } from '../list/pager.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/documents'
import { DocumentLink } from './document-link.tsx'
import { Exports } from './exports.tsx'
import { kindText } from './kind-text.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page, search, limit } = readList(request, {
    limit: 25,
    reachable: reachableDocuments,
  })
  const wanted = {
    q: search,
    page,
    limit,
    kind: documentKind.safeParse(query.get('kind')).data,
  }
  return asStaff(request, 'Failed to load documents', async () => ({
    wanted,
    ...(await api(staffDocuments.list, { query: wanted })),
  }))
}

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...documentKinds.map((kind) => ({ value: kind, label: documentTitles[kind] })),
]

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { state, location } = useNavigation()
  return (
    <Page
      title="Documents"
      detail="Receipts, invoices and credit notes, newest first."
      loaded={loaderData}
    >
      {({ wanted, documents, total, total_is_estimate: estimated }, user) => (
        <>
          {can(user, 'export_documents') && <Exports />}
          <div className="mb-4 flex flex-wrap gap-3">
            <SearchBox label="Search documents" placeholder="Number, order, username, company…" />
            <Filter label="Kind" name="kind" options={kinds} />
          </div>
          <Table
            caption="Documents"
            columns={columns}
            rows={documents}
            rowKey={({ number }) => number}
            busy={state === 'loading' && location?.pathname === '/admin/documents'}
            empty={<Empty narrowed={wanted.q !== undefined || wanted.kind !== undefined} />}
          />
          <Pager
            page={wanted.page}
            limit={wanted.limit}
            total={total}
            estimated={estimated}
            reachable={reachableDocuments}
            nouns={['document', 'documents']}
            beyond="to find older ones, search for a number, an order or a name"
          />
        </>
      )}
    </Page>
  )
}

const columns: Column<ListedDocument>[] = [
  {
    header: 'Document',
    cell: (document) => (
      <>
        <DocumentLink number={document.number} />
        <p className="text-faint text-sm">{kindText(document)}</p>
      </>
    ),
  },
  {
    header: 'Order',
    cell: ({ order }) => (
      <Link to={`/admin/orders/${order}`} className="font-mono hover:text-signal">
        #{order.slice(0, 8)}
      </Link>
    ),
  },
  {
    header: 'Buyer',
    wide: true,
    cell: ({ buyer, company }) => (
      <>
        <p className="[overflow-wrap:anywhere]">{buyer}</p>
        {company && <p className="text-faint text-sm [overflow-wrap:anywhere]">{company}</p>}
      </>
    ),
  },
  { header: 'Issued', cell: ({ issued_at }) => <Moment stacked at={issued_at} /> },
  { header: 'Total', align: 'end', cell: ({ total }) => formatPrice(total) },
]

function Empty({ narrowed }: { narrowed: boolean }) {
  return (
    <EmptyState
      icon={<FileText size={26} />}
      title={narrowed ? 'No documents match' : 'No documents yet'}
    >
      {narrowed
        ? 'Try another number, name or kind.'
        : 'A document is issued for every paid order and for every refund.'}
    </EmptyState>
  )
}
