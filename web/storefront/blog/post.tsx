import { ArrowLeft } from 'lucide-react'
import { Link, Navigate, redirect } from 'react-router'
import { blog, type Post } from '#contract/catalogue/blog.ts'
import { failedArrival } from '../../api/arrival.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { StructuredData } from '../../shell/structured-data.tsx'
import { Cover } from '../cover.tsx'
import type { Route } from './+types/post'
import { Byline } from './byline.tsx'

/**
 * Without an id, loads the latest post. If the post is missing or fails to load, redirects to the
 * list.
 */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  try {
    const { content, ...post } = id
      ? await api(context, blog.get, { params: { id } })
      : await api(context, blog.latest)
    return { post }
  } catch (error) {
    if (error instanceof ApiError) throw redirect('/blog')
    throw error
  }
}

/** If the browser fails to load the post, also redirects to the list. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (failedArrival(error)) return <Navigate to="/blog" replace />
  return <PageError error={error} />
}

export default function PostPage({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <div className="page max-w-240! pt-6 sm:pt-10">
      <PostHead post={post} />
      <Link
        to="/blog"
        className="inline-flex h-10 items-center gap-2 rounded-sm text-[0.9375rem] text-soft transition-colors hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        Back to Blog
      </Link>
      <article className="mt-4">
        <header>
          <h1 className="display max-w-[19em] text-[clamp(1.875rem,5vw,3.25rem)] leading-[1.08]!">
            {post.title}
          </h1>
          <Byline post={post} className="mt-5 text-[0.9375rem]!" />
        </header>
        {post.image && (
          <Cover
            image={post.image}
            sizes="(min-width: 60rem) 55rem, 94vw"
            eager
            className="surface notch-10 mt-8 aspect-video"
          />
        )}
        <div
          className="prose mx-auto mt-10 text-[1.0625rem]! sm:mt-14"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers sanitised HTML
          dangerouslySetInnerHTML={{ __html: post.content_html }}
        />
      </article>
    </div>
  )
}

function PostHead({ post }: { post: Omit<Post, 'content'> }) {
  const { shopName, siteUrl } = useConfig()
  const path = `/blogs/${post.id}`
  const image = `/share/post-${post.id}.png`
  return (
    <>
      <Head
        title={post.title}
        description={post.excerpt}
        image={image}
        path={path}
        type="article"
      />
      <meta property="article:published_time" content={post.created_at} />
      <meta property="article:author" content={post.author} />
      <StructuredData
        data={{
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.excerpt,
          image: siteUrl + image,
          datePublished: post.created_at,
          dateModified: post.updated_at,
          author: { '@type': 'Person', name: post.author },
          publisher: { '@type': 'Organization', name: shopName, url: siteUrl },
          mainEntityOfPage: siteUrl + path,
        }}
      />
    </>
  )
}
