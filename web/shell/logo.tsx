import clsx from 'clsx'

/** The mark: an L in a slot with one corner cut. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('shrink-0', className)}>
      <path
        className="fill-signal"
        d="M3 1h18a2 2 0 0 1 2 2v13l-7 7H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Z"
      />
      <path className="fill-on-signal" d="M7 6h4v8h6v4H7z" />
    </svg>
  )
}

/** Mark and name, a long one smaller: of it is shown what two lines have room for. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2.5">
      <Mark className="size-7" />
      <span
        className={clsx(
          'line-clamp-2 min-w-0 font-[850] [overflow-wrap:anywhere]',
          name.length > 16
            ? 'text-sm leading-tight'
            : 'text-[1.0625rem] tracking-[-0.01em] [font-stretch:125%]',
        )}
      >
        {name}
      </span>
    </span>
  )
}
