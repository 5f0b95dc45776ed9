import type { ReactNode } from 'react'

/** A line drawing of 360 by 225, in the colours of the page. Decoration only. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 360 225"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="square"
      className="absolute inset-0 size-full stroke-field"
    >
      {children}
    </svg>
  )
}
