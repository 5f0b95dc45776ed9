import { Download } from 'lucide-react'
import {
  type Document,
  documentTitles,
  isSaleKind,
  reverseChargeText,
} from '#contract/selling/documents.ts'
import { countryName } from '#contract/wire/countries.ts'
import { longDay } from '#contract/wire/time-zone.ts'
import { apiUrl } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'

/** The date as in the file, independent of the reader's time zone. */
const dayOf = ({ time_zone = 'UTC' }: Document, at: string | Date) =>
  longDay(new Date(at), time_zone)

/** A receipt, an invoice or a correction, as it was issued. */
type SheetProps = {
  document: Document
  /** A preview, which has no file. */
  preview?: boolean
}

export function DocumentSheet({ document, preview }: SheetProps) {
  const { kind, number, issued_at, paid_at, order, corrects, reason, test, payment } = document
  const reverse = reverseTextOf(document)
  return (
    <Card id={preview ? undefined : number} aria-label={`${documentTitles[kind]} ${number}`}>
      <CardHeader
        title={`${documentTitles[kind]} ${number}`}
        detail={dayOf(document, issued_at)}
        actions={
          !preview && (
            <a
              className={buttonClass({ size: 'small' })}
              href={apiUrl(`/user/orders/${order}/documents/${number}`)}
              target="_blank"
              rel="noreferrer"
            >
              <Download size={15} aria-hidden="true" />
              PDF of {number}
            </a>
          )
        }
      />
      {test && (
        <p className="mb-5">
          <Badge tone="warning">Test mode: no money was moved</Badge>
        </p>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <Party title="From" lines={sellerLines(document)} />
        <Party title="To" lines={buyerLines(document)} />
      </div>
      <Lines document={document} />
      <dl className="mt-6 grid gap-x-6 gap-y-2 text-sm text-soft sm:grid-cols-[max-content_minmax(0,1fr)]">
        {corrects && <Fact term={isSaleKind(kind) ? 'Follows' : 'Corrects'} fact={corrects} />}
        {reason && <Fact term="Reason" fact={reason} />}
        <Fact term="Paid" fact={`${dayOf(document, paid_at)}, ${payment}`} />
        <Fact term="Order" fact={order} />
      </dl>
      {reverse && <p className="mt-5 text-soft text-sm">{reverse}</p>}
      {document.note && <p className="mt-5 text-soft text-sm">{document.note}</p>}
    </Card>
  )
}

function reverseTextOf(document: Document): string | null {
  const { reverse_charge, buyer } = document
  if (!reverse_charge) return null
  const { company = null, country = null } = buyer
  const confirmed_at = new Date(reverse_charge.confirmed_at)
  const said = { ...reverse_charge, confirmed_at }
  return reverseChargeText({ reverse_charge: said, buyer: { ...buyer, country, company } }, (at) =>
    dayOf(document, at),
  )
}

function sellerLines({ seller, seller_vat_id: vatId, shop }: Document): string[] {
  const lines = seller
    ? [seller.name, ...seller.address.split('\n'), seller.contact, seller.number].filter(Boolean)
    : [shop.name, shop.url]
  const told =
    !vatId ||
    lines
      .join()
      .replace(/[\s.-]/g, '')
      .includes(vatId)
  return told ? lines : [...lines, `VAT ID ${vatId}`]
}

function buyerLines({ buyer }: Document): string[] {
  const { company, username, email } = buyer
  const country = buyer.country ? [countryName(buyer.country)] : []
  if (!company) return [username, email, ...country]
  const vatId = company.vat_id ? [`VAT ID ${company.vat_id}`] : []
  return [company.name, ...company.address.split('\n'), ...country, ...vatId, username, email]
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="min-w-0">
      <h3 className="label mb-1">{title}</h3>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{lines.join('\n')}</p>
    </div>
  )
}

function Lines({ document }: { document: Document }) {
  const { kind, lines, taxes, net, total, currency, reverse_charge } = document
  return (
    <div className="mt-6 border-line border-y py-2">
      <ul aria-label="Lines" className="divide-y divide-line">
        {lines.map(({ name, detail, discount, saved = 0, amount }) => (
          <li key={name} className="flex justify-between gap-4 py-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}
              <span className="block text-faint text-sm">
                {detail}
                {discount && ` · ${discount}`}
                {isSaleKind(kind) && saved > 0 && ` · ${formatPrice(saved)} off`}
              </span>
            </span>
            <span className="shrink-0 tabular-nums">{formatPrice(amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 border-line border-t py-3">
        {(taxes.length > 0 || reverse_charge) && <Sum term="Net" amount={net} />}
        {reverse_charge && <Sum term="VAT, reverse charge" amount={0} />}
        {taxes.map(({ rate, tax }) => (
          <Sum key={rate} term={`Tax ${rate} %`} amount={tax} />
        ))}
        <Sum term={`Total, ${currency}`} amount={total} strong />
      </dl>
    </div>
  )
}

function Sum({ term, amount, strong }: { term: string; amount: number; strong?: boolean }) {
  return (
    <div className={strong ? 'flex justify-between font-[650]' : 'flex justify-between text-soft'}>
      <dt>{term}</dt>
      <dd className="tabular-nums">{formatPrice(amount)}</dd>
    </div>
  )
}

function Fact({ term, fact }: { term: string; fact: string }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{fact}</dd>
    </>
  )
}
