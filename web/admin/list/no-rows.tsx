import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/notice.tsx'

type Text = readonly [title: string, text?: string]

export type NoRowsProps = {
  icon: ReactNode
  /** Whether the search or a filter is set. */
  isFiltered?: boolean
  /** Says what will be listed here. */
  none: Text
  /** Says how to find more, if the search or a filter is set. */
  noMatch?: Text
}

/** Shown in place of the rows of an empty list. */
export function NoRows({ icon, isFiltered, none, noMatch = none }: NoRowsProps) {
  const [title, text] = isFiltered ? noMatch : none
  return (
    <EmptyState icon={icon} title={title}>
      {text}
    </EmptyState>
  )
}
