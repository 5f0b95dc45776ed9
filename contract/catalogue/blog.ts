import * as z from 'zod'
import { picture } from '#contract/platform/media.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'

/** A post as shown in a list. */
export const postSummary = z
  .object({
    id,
    title: z.string(),
    author: z.string(),
    image: picture.nullable(),
    imageUrl: z.string().nullable().meta({ description: 'URL of the same picture' }),
    excerpt: z.string().meta({ description: 'The first 150 characters, in plain text' }),
    reading_minutes: z.int().nonnegative(),
    created_at: timestamp.meta({ description: 'Publication time' }),
  })
  .meta({ id: 'PostSummary' })
export type PostSummary = z.input<typeof postSummary>

export const post = postSummary
  .extend({
    content: z.string().meta({ description: 'Markdown' }),
    content_html: z.string().meta({ description: 'The content as sanitised HTML' }),
    updated_at: timestamp,
  })
  .meta({ id: 'Post' })
export type Post = z.input<typeof post>

export const postRefusals = refusals({ unknown_post: [404, 'Post not found'] })

export const blog = {
  list: endpoint({
    method: 'GET',
    path: '/blogs/',
    who: 'anyone',
    summary: 'List the blog posts',
    description:
      'Published posts, newest first, at most 500. The content is only in the response for a single post.',
    cached: 'blog',
    result: z.array(postSummary),
  }),
  latest: endpoint({
    method: 'GET',
    path: '/blogs/latest',
    who: 'anyone',
    summary: 'Read the newest blog post',
    cached: 'blog',
    result: post,
    refusals: refusals({ no_posts: [404, 'There are no blog posts yet'] }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/blogs/{id}',
    who: 'anyone',
    summary: 'Read one blog post',
    description: 'Drafts and scheduled posts are not found.',
    cached: 'blog',
    params: z.object({ id: pathId }),
    result: post,
    refusals: postRefusals,
  }),
}
