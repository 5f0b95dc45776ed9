import clsx from 'clsx'
import { Link } from 'react-router'
import type { PostSummary } from '#contract/catalogue/blog.ts'
import { Cover } from '../cover.tsx'
import { Byline } from './byline.tsx'

type PostCardProps = {
  post: PostSummary
  /** Loads the picture at once. */
  eager: boolean
  /** For the newest post: the card takes the whole row, with the picture next to the text. */
  wide: boolean
}

/** The whole card is clickable: the link of its title extends to the card's edges. */
export function PostCard({ post, eager, wide }: PostCardProps) {
  return (
    <li
      className={clsx(
        'surface notch-6 pressable lifts group flex flex-col',
        wide && 'sm:col-span-full sm:grid sm:grid-cols-2 lg:grid-cols-[3fr_2fr]',
      )}
    >
      <Cover
        image={post.image}
        sizes={
          wide
            ? '(min-width: 80rem) 44rem, (min-width: 64rem) 56vw, (min-width: 40rem) 46vw, 94vw'
            : '(min-width: 80rem) 24rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 94vw'
        }
        eager={eager}
        className={clsx(
          'aspect-video rounded-t-[9px]',
          wide && 'sm:aspect-auto sm:min-h-72 sm:rounded-r-none sm:rounded-l-[9px] lg:min-h-96',
        )}
      />
      <div
        className={clsx(
          'flex grow flex-col gap-3 p-5 [overflow-wrap:anywhere]',
          wide && 'sm:justify-center sm:p-7 lg:gap-4 lg:p-10',
        )}
      >
        <Byline post={post} />
        <h2
          className={clsx(
            'title',
            wide ? 'text-xl leading-tight sm:text-2xl lg:text-[2rem]' : 'text-lg',
          )}
        >
          <Link to={`/blogs/${post.id}`} prefetch="intent" className="stretched">
            {post.title}
          </Link>
        </h2>
        <p className={clsx('text-soft leading-relaxed', wide ? 'lg:text-lg' : 'text-[0.9375rem]')}>
          {post.excerpt}
        </p>
      </div>
    </li>
  )
}
