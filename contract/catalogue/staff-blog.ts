import * as z from 'zod'
import { picture } from '#contract/platform/media.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { imageBodyLimit, imageUpload, pictureRefusals } from '#contract/wire/image-upload.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { postRefusals } from './blog.ts'

/** A post as a row in the staff's list. */
export const staffPostSummary = z
  .object({
    id,
    title: z.string(),
    author: z.string(),
    published_at: timestamp
      .nullable()
      .meta({ description: 'Null for a draft; in the future for a scheduled post' }),
    created_at: timestamp.meta({ description: 'Creation time' }),
    updated_at: timestamp,
  })
  .meta({ id: 'StaffPostSummary' })
export type StaffPostSummary = z.input<typeof staffPostSummary>

export const staffPost = staffPostSummary
  .extend({
    content: z.string().meta({ description: 'Markdown' }),
    image: picture.nullable(),
    revision,
  })
  .meta({ id: 'StaffPost' })
export type StaffPost = z.input<typeof staffPost>

const featuredImage = refusals({ no_featured_image: [422, 'Please upload a featured image'] })
export const noFeaturedImage = featuredImage.no_featured_image.sentence

const written = z.object({
  title: line(200, 'Enter a title'),
  content: z
    .string()
    .min(1, 'Enter the text')
    .max(200_000, 'A post has at most 200,000 characters')
    .refine((text) => text.trim() !== '', 'Enter the text')
    .meta({ description: 'Markdown' }),
  author: line(80, 'Enter the author'),
  published_at: timestamp.nullable().optional().meta({
    description:
      'Null makes it a draft. If left out: now for a new post, unchanged for an existing one',
  }),
})

export const staffBlog = {
  list: endpoint({
    method: 'GET',
    path: '/admin/blogs/',
    who: 'staff',
    can: 'manage_blog',
    summary: 'List all blog posts',
    description: 'Drafts first, then by publication date, newest first.',
    query: z.object({
      ...paged(25),
      search: search.meta({ description: 'Part of the title or the author’s name' }),
    }),
    result: z.object({ posts: z.array(staffPostSummary), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/blogs/{id}',
    who: 'staff',
    can: 'manage_blog',
    summary: 'Read a blog post for editing',
    params: z.object({ id: pathId }),
    result: staffPost,
    refusals: postRefusals,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/blogs/',
    who: 'staff',
    can: 'manage_blog',
    summary: 'Add a blog post',
    bodyLimit: imageBodyLimit,
    body: written.extend({ image: imageUpload.optional() }),
    result: staffPost,
    status: 201,
    refusals: { ...pictureRefusals, ...featuredImage },
  }),
  change: endpoint({
    method: 'PUT',
    path: '/admin/blogs/{id}',
    who: 'staff',
    can: 'manage_blog',
    summary: 'Change a blog post',
    description:
      'Without `image` the existing picture stays. Published posts need one; drafts do not.',
    bodyLimit: imageBodyLimit,
    params: z.object({ id: pathId }),
    body: written.extend({ image: imageUpload.optional(), revision: seenRevision }),
    result: staffPost,
    refusals: { ...postRefusals, ...revisionRefusals, ...pictureRefusals, ...featuredImage },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/blogs/{id}',
    who: 'staff',
    can: 'manage_blog',
    summary: 'Delete a blog post',
    params: z.object({ id: pathId }),
    result: z.literal(true),
    refusals: postRefusals,
  }),
}
