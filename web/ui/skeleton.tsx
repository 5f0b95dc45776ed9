import clsx from 'clsx'

/** A placeholder for loading content. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('animate-shimmer rounded-md bg-lifted noscript:hidden', className)}
    />
  )
}
