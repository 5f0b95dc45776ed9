import clsx from 'clsx'

/** Decoration only: the component that shows it says in text what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={clsx('size-5 animate-turn', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
    >
      <circle cx="10" cy="10" r="7.5" opacity="0.25" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" strokeLinecap="round" />
    </svg>
  )
}

/** The loading state of a page or a part of it, announced to screen readers. */
export function Loading({ label = 'Loading...' }: { label?: string }) {
  return (
    <div
      role="status"
      className="flex animate-appear-late noscript:hidden items-center justify-center gap-3 py-16"
    >
      <Spinner className="text-signal" />
      <span className="text-soft">{label}</span>
    </div>
  )
}
