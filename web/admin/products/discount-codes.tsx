import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StaffDiscount } from '#contract/catalogue/staff-discounts.ts'
import { formatDayRange, formatPrice } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Pager } from '../list/pager.tsx'
import { AddCode, type NewCode } from './add-code.tsx'
import type { CodeTerms } from './code-list.ts'
import type { ChangedProduct } from './fields.ts'

type Changes = Pick<ChangedProduct, 'added' | 'removed'>
/** A page of the saved codes. */
export type KeptCodes = {
  discounts: readonly StaffDiscount[]
  total: number
  page: number
  limit: number
}
type DiscountCodesProps = {
  gid: number
  kept: KeptCodes
  changes: Changes
  onChange: (part: Partial<Changes>) => void
  newCode: NewCode
}

/** The codes of a product as they will be after saving. */
export function DiscountCodes(props: DiscountCodesProps) {
  const { gid, changes, onChange, newCode } = props
  const { discounts: kept, ...page } = props.kept
  const { added, removed } = changes
  const goes = ({ id }: StaffDiscount) => removed.some((one) => one.id === id)
  const codes: CodeTerms[] = [...kept.filter((one) => !goes(one)), ...added]
  const going = removed.filter(({ used }) => used)
  function remove({ code }: CodeTerms) {
    const there = kept.find((one) => one.code === code && !goes(one))
    if (there)
      onChange({ removed: [...removed, { id: there.id, code, used: there.used_count > 0 }] })
    else onChange({ added: added.filter((one) => one.code !== code) })
  }
  return (
    <section aria-labelledby="discount-codes" className="grid gap-3">
      <h2 id="discount-codes" className="title text-base">
        Discount Codes
      </h2>
      {codes.length > 0 && (
        <ul className="grid max-h-72 gap-px overflow-y-auto rounded-md border border-line bg-line">
          {codes.map((one) => {
            const isNew = added.includes(one)
            return <Code key={one.code} code={one} isNew={isNew} onRemove={() => remove(one)} />
          })}
        </ul>
      )}
      {(page.page > 0 || page.total > page.limit) && (
        <Pager {...page} name="codes" nouns={['code', 'codes']} />
      )}
      {codes.length === 0 && page.total <= kept.length && (
        <p className="text-faint text-sm">No discount codes yet.</p>
      )}
      {going.length > 0 && (
        <p role="status" className="text-sm text-warning">
          {going.map(({ code }) => code).join(', ')}: removed for new orders only. Orders that used
          it keep their price.
        </p>
      )}
      <AddCode
        gid={gid}
        codes={codes}
        newCode={newCode}
        onAdd={(code) => onChange({ added: [...added, code] })}
      />
    </section>
  )
}

type CodeProps = { code: CodeTerms; isNew: boolean; onRemove: () => void }

function Code({ code, isNew, onRemove }: CodeProps) {
  const [now] = useState(Date.now)
  const [state, tone] = isNew ? (['New', 'signal'] as const) : stateOf(code, now)
  const off = code.type === 1 ? `${code.amount}% off` : `${formatPrice(code.amount)} off`
  return (
    <li className="flex items-center gap-3 bg-panel py-1.5 pr-1.5 pl-4">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <span className="break-all font-[600] font-mono text-sm">{code.code}</span>
        <span className="text-sm tabular-nums">{off}</span>
        <span className="text-faint text-sm tabular-nums">
          {formatDayRange(code.start_date, code.end_date)}
        </span>
        <span className="text-faint text-sm tabular-nums">
          used {code.used_count} of {code.max_uses || 'unlimited'}
        </span>
        {limitsOf(code).map((limit) => (
          <span key={limit} className="text-faint text-sm tabular-nums">
            {limit}
          </span>
        ))}
      </div>
      <Badge tone={tone}>{state}</Badge>
      <IconButton
        label={`Remove ${code.code}`}
        icon={<Trash2 size={16} />}
        size="small"
        onClick={onRemove}
      />
    </li>
  )
}

function limitsOf({ max_per_customer, min_order, first_order, renewals }: CodeTerms): string[] {
  return [
    ...(max_per_customer > 0 ? [`${max_per_customer} per customer`] : []),
    ...(min_order > 0 ? [`from ${formatPrice(min_order)}`] : []),
    ...(first_order ? ['first order only'] : []),
    ...(renewals > 0 ? [renewals === 1 ? 'also 1 renewal' : `also ${renewals} renewals`] : []),
  ]
}

function stateOf(code: CodeTerms, now: number): [string, Tone] {
  if (now < Date.parse(code.start_date)) return ['Scheduled', 'neutral']
  if (now >= Date.parse(code.end_date)) return ['Expired', 'neutral']
  if (code.max_uses > 0 && code.used_count >= code.max_uses) return ['Used up', 'warning']
  return ['Active', 'success']
}
