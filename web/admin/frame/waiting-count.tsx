/** The number of pending items, next to a tab. Nothing if there are none. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto inline-grid h-6 min-w-6 place-items-center rounded-full bg-lifted px-2 text-[0.8125rem] text-ink tabular-nums">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="sr-only">{count} pending</span>
    </span>
  )
}
