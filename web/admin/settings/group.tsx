import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'

type Props = {
  title: string
  /** The fragment of links to this group, if it differs from the one derived from the title. */
  anchor?: string
  children: ReactNode
}

/** The fragment of a link to a group: `#invoices-and-tax`. */
const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

export function SettingsGroup({ title, anchor = anchorOf(title), children }: Props) {
  const id = useId()
  return (
    <Card aria-labelledby={id} id={anchor} className="scroll-mt-20 lg:scroll-mt-6">
      <h2 id={id} className="title mb-5 text-xl">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </Card>
  )
}
