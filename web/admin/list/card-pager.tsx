import { formatCount } from '../../format.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { useTurn } from './turn.ts'

type CardPagerProps = {
  /** The parameter of the address that says which page, as there may be several lists. */
  name: string
  /** Counted from zero, as the wire does. */
  page: number
  size: number
  total: number
  /** The total is about right, not counted. */
  estimated?: boolean
  /** Of what, for one and for many. */
  nouns: readonly [one: string, many: string]
  /** Rows beyond this cannot be paged to. */
  reachable?: number
  /** The cursor of the next page, from the list's answer. */
  next?: string | null
}

/** How many there are, and the way through them, below a list within a page. */
export function CardPager(props: CardPagerProps) {
  const { name, page, size, total, estimated, nouns, reachable = total, next = null } = props
  const { last, turn } = useTurn({ name, page, size, total, reachable, next })
  if (total === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-soft text-sm tabular-nums">
        {estimated && 'About '}
        {formatCount(total)} {nouns[total === 1 ? 0 : 1]}
      </p>
      <Pagination page={page + 1} last={last} onChange={turn} />
    </div>
  )
}
