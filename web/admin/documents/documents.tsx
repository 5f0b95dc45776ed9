import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { documentKind, documentKinds, documentTitles } from '#contract/selling/documents.ts'
import {
  type ListedDocument,
  reachableDocuments,
  staffDocuments,
} from '#contract/selling/staff-documents.ts'
import { can } from '#contract/wire/capabilities.ts'
import { api } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { useLoadingRows } from '../list/loading.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/documents'
import { DocumentLink } from './document-link.tsx'
import { Exports } from './exports.tsx'
import { kindText } from './kind-text.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const reachable = reachableDocuments
  const { query, page, search: q, limit } = readList(request, { limit: 25, reachable })
  const kind = documentKind.safeParse(query.get('kind')).data
  return asStaff(request, 'Failed to load documents', async () => ({
    page,
    limit,
    reachable,
    isFiltered: Boolean(q || kind),
    ...(await api(staffDocuments.list, { query: { page, limit, q, kind } })),
  }))
}

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...documentKinds.map((kind) => ({ value: kind, label: documentTitles[kind] })),
]

export default function Documents({ loaderData }: Route.ComponentProps) {
  const loading = useLoadingRows()
  return (
    <Page
      title="Documents"
      detail="Receipts, invoices and credit notes, newest first."
      loaded={loaderData}
    >
      {(data, user) => (
        <>
          {can(user, 'export_documents') && <Exports />}
          <List
            caption="Documents"
            nouns={['document', 'documents']}
            columns={columns}
            list={data}
            rows={data.documents}
            rowKey={({ number }) => number}
            busy={loading}
            icon={<FileText size={26} />}
            none={[
              'No documents yet',
              'A document is issued for every paid order and for every refund.',
            ]}
            noMatch={['No documents match', 'Try another number, name or kind.']}
            beyond="search for a number, an order or a name"
          >
            <SearchBox label="Search documents" placeholder="Number, order, username, company…" />
            <Filter label="Kind" name="kind" options={kinds} />
          </List>
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
  { header: 'Issued', cell: ({ issued_at }) => <Moment look="table" at={issued_at} /> },
  { header: 'Total', align: 'end', cell: ({ total }) => formatPrice(total) },
]
