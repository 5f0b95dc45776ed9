import clsx from 'clsx'
import type { PostSummary } from '#contract/catalogue/blog.ts'
import { Day } from '../date.tsx'

type BylineProps = { post: PostSummary; className?: string }

/** The author, the date, and the reading time. */
export function Byline({ post, className }: BylineProps) {
  return (
    <p className={clsx('flex flex-wrap gap-x-2 gap-y-0.5 text-faint text-sm', className)}>
      <span className="text-soft [overflow-wrap:anywhere]">{post.author}</span>
      <span aria-hidden="true">·</span>
      <Day at={post.created_at} />
      <span aria-hidden="true">·</span>
      <span className="whitespace-nowrap">{post.reading_minutes} min read</span>
    </p>
  )
}
