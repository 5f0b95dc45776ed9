import { ChevronDown } from 'lucide-react'
import type { Start } from './start.ts'

/** The requirements of each product. They are collapsed if there are several products. */
export function Requirements({ products }: { products: Start['requirements'] }) {
  return products.map(({ id, name, requirements }) => (
    <details key={id} open={products.length === 1} className="group w-full">
      <summary className="-my-1 flex min-h-9 w-fit max-w-full list-none items-center gap-1.5 rounded-sm text-[0.9375rem] text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          Requirements of <bdi>{name}</bdi>
        </span>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="shrink-0 text-faint transition-[rotate] duration-200 group-open:rotate-180"
        />
      </summary>
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
