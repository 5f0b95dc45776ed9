import { Skeleton } from '../../ui/skeleton.tsx'
import { gridClass } from './catalogue.tsx'

/** The placeholder of the catalogue while its products are loading. */
export function CatalogueSkeleton() {
  return (
    <div className="animate-appear-late">
      <p role="status" className="sr-only">
        Loading games
      </p>
      <Skeleton className="mt-5 h-11 sm:mt-14" />
      <Skeleton className="mt-4 mb-3 h-5 w-20 sm:mt-20 sm:mb-5" />
      <div className={gridClass}>
        {Array.from({ length: 8 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <div key={i} className="surface notch-10 overflow-clip">
            <Skeleton className="aspect-[4/5] rounded-none" />
            <div className="grid gap-2 p-3.5 sm:p-5">
              <Skeleton className="h-6 w-3/4" />
              <Skeleton className="h-6" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
