import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; lead?: string; children: ReactNode }

export function Section({ title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="page mt-24 sm:mt-32">
      <h2 id={id} className="display text-[clamp(1.75rem,4vw,2.75rem)]">
        {title}
      </h2>
      {lead && <p className="mt-4 max-w-[34.5em] text-lg text-soft leading-relaxed">{lead}</p>}
      <div className="mt-8 sm:mt-10">{children}</div>
    </section>
  )
}
