import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { PostSummary } from '#contract/catalogue/blog.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Byline } from '../blog/byline.tsx'
import { Cover } from '../cover.tsx'

/** The newest blog post, for visitors who look for news. */
export function LatestUpdate({ post }: { post: PostSummary }) {
  return (
    <section aria-labelledby="latest-update" className="mt-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="latest-update" className="title text-2xl">
          Latest Update
        </h2>
        <Link
          to="/blog"
          className="inline-flex min-h-9 items-center gap-1.5 rounded-sm font-[600] text-[0.9375rem] text-soft transition-colors hover:text-ink"
        >
          View all updates
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      <article className="surface notch-6 pressable group mt-5 overflow-clip md:grid md:grid-cols-[2fr_3fr]">
        <Cover
          image={post.image}
          sizes="(min-width: 80rem) 30rem, (min-width: 48rem) 38vw, 94vw"
          className="aspect-video md:aspect-auto md:min-h-64"
        />
        <div className="flex flex-col items-start justify-center gap-3 p-5 [overflow-wrap:anywhere] sm:p-7">
          <Byline post={post} />
          <h3 className="title text-xl">{post.title}</h3>
          <p className="text-soft leading-relaxed">{post.excerpt}</p>
          <LinkButton
            to={`/blogs/${post.id}`}
            prefetch="intent"
            aria-label={`Read more: ${post.title}`}
            className="stretched mt-2 group-hover:border-field group-hover:bg-lifted"
          >
            Read more
          </LinkButton>
        </div>
      </article>
    </section>
  )
}
