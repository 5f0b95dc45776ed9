import { Skeleton } from '../../ui/skeleton.tsx'
import { gridClass } from './catalogue.tsx'

/** The placeholder of the catalogue while its products are loading. */
export function CatalogueSkeleton() {
  return (
    <div className="animate-appear-late">
      <p role="status" className="sr-only">
        Loading games
      </p>
      <Skeleton className="mt-8 mb-16 h-11" />
      <div className={gridClass}>
        {Array.from({ length: 8 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <div key={i} className="surface notch-6 overflow-clip">
            <Skeleton className="aspect-[4/5] rounded-none" />
            <div className="grid gap-3 p-3.5 sm:p-5">
              <Skeleton className="h-6 w-3/4" />
              <Skeleton className="h-6 w-1/3" />
              <Skeleton className="mt-1 h-9" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
