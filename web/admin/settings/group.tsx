import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'

type Props = {
  title: string
  /** The fragment of links to this group. */
  anchor?: string
  children: ReactNode
}

export function SettingsGroup({ title, anchor, children }: Props) {
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
