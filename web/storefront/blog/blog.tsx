import type { ReactNode } from 'react'
import { data, useRevalidator } from 'react-router'
import { blog } from '#contract/catalogue/blog.ts'
import { ApiError, failureOf } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import type { Route } from './+types/blog'
import { PostList } from './post-list.tsx'

const failed = 'Failed to load posts'

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { posts: await api(context, blog.list), error: null }
  } catch (error) {
    // The list is empty then, and the status keeps the page from being cached.
    if (error instanceof ApiError) return data({ posts: [], error: failureOf(error, failed) }, 502)
    throw error
  }
}

export default function Blog({ loaderData: { posts, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <Frame>
      {error === null ? (
        <PostList posts={posts} />
      ) : (
        <ErrorBox className="mt-10" onRetry={revalidate} retrying={state === 'loading'}>
          {error}
        </ErrorBox>
      )}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = (failure: ReactNode) => (
    <Frame>
      <div className="mt-10">{failure}</div>
    </Frame>
  )
  return <PageError error={error} failed={failed} frame={frame} />
}

function Frame({ children }: { children: ReactNode }) {
  const { shopName } = useConfig()
  return (
    <div className="page pt-10 sm:pt-16">
      <Head
        title="Blog"
        description={`News from ${shopName}: updates, how things work, and what comes next.`}
      />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${shopName} Blog`}
        href="/blog/rss.xml"
      />
      <h1 className="page-title">Blog</h1>
      {children}
    </div>
  )
}
