import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'

type Props = {
  title: string
  /** What stands behind the # of a link to it. */
  anchor?: string
  children: ReactNode
}

export function SettingsGroup({ title, anchor, children }: Props) {
  const id = useId()
  return (
    <Card aria-labelledby={id} id={anchor} className="scroll-mt-24">
      <h2 id={id} className="title mb-5 text-xl">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </Card>
  )
}
