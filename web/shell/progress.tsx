import { useNavigation } from 'react-router'

/** A line at the lower edge of its container while the next page is slow to load. */
export function Progress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="absolute inset-x-0 -bottom-0.5 h-0.5"
    >
      <div className="h-full origin-left animate-progress bg-signal" />
    </div>
  )
}
