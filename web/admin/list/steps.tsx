import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useListAddress } from './address.ts'

type StepsProps = {
  /** The page shown is the first. */
  first: boolean
  /** What the next page begins after; null when there is none. */
  next: string | number | null
}

/** Leads from each page of a list without numbers to the next; the browser's Back leads back. */
export function Steps({ first, next }: StepsProps) {
  const { change } = useListAddress()
  const [here] = useSearchParams()
  // There are no numbered pages, and what is no place in the list leads to its first page.
  const stray = here.has('page') || (first && here.has('after'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, as `change` is new each time
  useEffect(() => {
    if (stray) change({ page: null, ...(first && { after: null }) })
  }, [stray, first])
  if (first && next === null) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap justify-end gap-2">
      <Button size="small" disabled={first} onClick={() => change({ after: null })}>
        Newest
      </Button>
      <Button
        size="small"
        disabled={next === null}
        onClick={() => change({ after: String(next) }, { replace: false })}
      >
        Older
      </Button>
    </nav>
  )
}
