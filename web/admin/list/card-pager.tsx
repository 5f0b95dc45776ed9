import { formatCount } from '../../format.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { useTurn } from './turn.ts'

type CardPagerProps = {
  /** The URL parameter of the page number, because a page may have several lists. */
  name: string
  /** Counted from zero, as in the API. */
  page: number
  size: number
  total: number
  /** The total is an estimate. */
  estimated?: boolean
  /** The names of the rows, in singular and plural. */
  nouns: readonly [one: string, many: string]
  /** The number of rows that can be reached by paging. */
  reachable?: number
  /** The cursor of the next page, from the list's answer. */
  next?: string | null
}

/** The total and the page links, below a list inside a page. */
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
