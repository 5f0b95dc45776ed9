import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './button.tsx'

/** The first, last and current page with its neighbours. Null marks a gap. */
export function pagesToShow(current: number, last: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, last]
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= last)
  return pages.flatMap((page, i) => {
    const gap = page - (pages[i - 1] ?? 0)
    if (gap === 2) return [page - 1, page]
    return gap > 2 ? [null, page] : [page]
  })
}

type PaginationProps = {
  /** Starts at 1. */
  page: number
  last: number
  onChange: (page: number) => void
}

export function Pagination({ page, last, onChange }: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-0.5 sm:gap-1">
      <IconButton
        label="Previous page"
        icon={<ChevronLeft size={18} />}
        size="small"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      {pagesToShow(page, last).map((number, i) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place only
          <span key={`gap-${i}`} className="w-4 text-center sm:w-6 text-faint">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number)}
            className={clsx(
              'h-9 min-w-8 rounded-md border px-1.5 sm:min-w-9 font-[600] text-sm tabular-nums transition-colors duration-120',
              number === page
                ? 'border-edge bg-lifted text-ink'
                : 'border-transparent text-soft hover:bg-lifted hover:text-ink',
            )}
          >
            {number}
          </button>
        ),
      )}
      <IconButton
        label="Next page"
        icon={<ChevronRight size={18} />}
        size="small"
        disabled={page >= last}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  )
}
