import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { useListAddress } from './address.ts'

type StepsProps = {
  /** Whether this is the first page. */
  first: boolean
  /** The cursor of the next page, or null if there is none. */
  next: string | number | null
  /** The URL names a page that the list cannot have. */
  stray: boolean
  oldestFirst: boolean
}

/** A link to the next page of a list without page numbers. The browser's Back returns. */
export function Steps({ first, next, stray, oldestFirst }: StepsProps) {
  const { change } = useListAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, as `change` is new each time
  useEffect(() => {
    if (stray) change({ page: null, ...(first && { after: null }) })
  }, [stray, first])
  if (first && next === null) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap justify-end gap-2">
      <Button size="small" disabled={first} onClick={() => change({ after: null })}>
        {oldestFirst ? 'Oldest' : 'Newest'}
      </Button>
      <Button
        size="small"
        disabled={next === null}
        onClick={() => change({ after: String(next) }, { replace: false })}
      >
        {oldestFirst ? 'Newer' : 'Older'}
      </Button>
    </nav>
  )
}
