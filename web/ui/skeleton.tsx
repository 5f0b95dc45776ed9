import clsx from 'clsx'

/** The place of something that is loading; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('animate-shimmer rounded-md bg-lifted noscript:hidden', className)}
    />
  )
}
