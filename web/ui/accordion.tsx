import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type AccordionProps = {
  items: readonly { id: string; title: string; content: ReactNode }[]
}

/** Questions that open one at a time. Works without scripts. */
export function Accordion({ items }: AccordionProps) {
  const name = useId()
  return (
    <div className="surface divide-y divide-line">
      {items.map((item) => (
        <details key={item.id} name={name} className="disclosure group">
          <summary className="title flex min-h-16 list-none items-center justify-between gap-6 px-5 py-4 text-base sm:px-7 [&::-webkit-details-marker]:hidden">
            {item.title}
            <Plus
              size={20}
              aria-hidden="true"
              className="shrink-0 text-faint transition-[rotate,color] duration-200 group-open:rotate-45 group-open:text-signal"
            />
          </summary>
          <div className="px-5 pb-6 text-soft leading-relaxed sm:px-7">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
