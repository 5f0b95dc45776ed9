import { data } from 'react-router'
import { blog } from '#contract/blog.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import type { Route } from './+types/blog'
import { PostList } from './post-list.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { posts: await api(context, blog.list) }
  } catch (error) {
    // A blog that cannot be read is shown as empty; its status keeps it from being remembered.
    if (error instanceof ApiError) return data({ posts: [] }, 502)
    throw error
  }
}

export default function Blog({ loaderData: { posts } }: Route.ComponentProps) {
  const { product } = useConfig()
  return (
    <div className="page pt-10 sm:pt-16">
      <Head
        title="Blog"
        description={`What is new at ${product}: updates, how things work, and what comes next.`}
      />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${product} Blog`}
        href="/blog/rss.xml"
      />
      <h1 className="display text-[clamp(2.5rem,7vw,4.5rem)]">Blog</h1>
      <PostList posts={posts} />
    </div>
  )
}
