import { useLocation } from 'react-router'
import { pageSizes } from '#contract/wire/lists.ts'
import { formatCount } from '../../format.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Select } from '../../ui/select.tsx'
import { useListAddress } from './address.ts'
import { storePageSize } from './page-size.ts'
import { useTurn } from './turn.ts'

type PagerProps = {
  /** Counted from zero, as in the API. */
  page: number
  limit: number
  total: number
  /** The total is an estimate. */
  estimated?: boolean
  /** The names of the rows, in singular and plural. */
  nouns: readonly [one: string, many: string]
  /** The URL parameter of the page number. If it is not `page`, the page size is fixed. */
  name?: string
  /** The number of rows that can be reached by paging. */
  reachable?: number
  /** The cursor of the next page, from the list's answer. */
  next?: string | null
  /** Says how to find the rows that paging cannot reach: `to find older ones, narrow the time`. */
  beyond?: string
}

/** The range of rows shown, the links to the other pages, and the page size. */
export function Pager(props: PagerProps) {
  const { page, limit, total, estimated, nouns, name = 'page', reachable = total, beyond } = props
  const { next = null } = props
  const { change } = useListAddress()
  const { pathname } = useLocation()
  const { last, turn } = useTurn({ name, page, size: limit, total, reachable, next })
  if (total === 0) return null
  const first = page * limit + 1
  const end = Math.min(total, (page + 1) * limit)
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-soft text-sm tabular-nums">
          {formatCount(first)}–{formatCount(end)} of {estimated && 'about '}
          {formatCount(total)} {nouns[total === 1 ? 0 : 1]}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Pagination page={page + 1} last={last} onChange={turn} />
          {name === 'page' && (
            <Select
              label="Rows per page"
              hideLabel
              className="w-44"
              value={limit}
              options={pageSizes.map((size) => ({ value: size, label: `${size} per page` }))}
              onChange={({ target }) => {
                storePageSize(pathname, Number(target.value))
                change({ limit: target.value })
              }}
            />
          )}
        </div>
      </div>
      {beyond && total > reachable && (
        <p className="mt-2 text-faint text-sm">
          {estimated && 'The total is an estimate. '}
          Only the first {formatCount(reachable)} rows of this list can be shown. To find others,{' '}
          {beyond}.
        </p>
      )}
    </>
  )
}
