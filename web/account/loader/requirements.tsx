import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import type { Start } from './start.ts'

/** The requirements of each product. They are collapsed if there are several products. */
export function Requirements({ products }: { products: Start['requirements'] }) {
  return products.map(({ id, name, requirements }) => (
    <details key={id} open={products.length === 1} className="w-full">
      <DisclosureSummary className="-my-1 min-h-9 w-fit max-w-full text-[0.9375rem] text-soft hover:text-ink">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          Requirements of <bdi>{name}</bdi>
        </span>
      </DisclosureSummary>
      <dl className="mt-2 divide-y divide-line border-line border-y text-[0.9375rem]">
        {requirements.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2">
            <dt className="text-soft [overflow-wrap:anywhere]">{label}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  ))
}
