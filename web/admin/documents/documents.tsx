import { FileText } from 'lucide-react'
import { Link, useNavigation } from 'react-router'
import { can } from '#contract/capabilities.ts'
import { documentKind, documentKinds, documentTitles } from '#contract/documents.ts'
import { type ListedDocument, staffDocuments } from '#contract/staff-documents.ts'
import { api } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { isNumber, readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { Steps } from '../list/steps.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/documents'
import { DocumentLink } from './document-link.tsx'
import { Exports } from './exports.tsx'
import { kindText } from './kind-text.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, search, limit } = readList(request, 25)
  const after = query.get('after') ?? ''
  const wanted = {
    q: search,
    limit,
    kind: documentKind.safeParse(query.get('kind')).data,
    ...(isNumber(after) && { after }),
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
      {({ wanted, documents, next }, user) => (
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
          <Steps first={!wanted.after} next={next} />
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
        : 'One is made for every order that is paid, and for all that goes back of it.'}
    </EmptyState>
  )
}
