import * as z from 'zod'
import { postRefusals } from './blog.ts'
import { endpoint } from './endpoint.ts'
import { imageBodyLimit, imageUpload, pictureRefusals } from './image-upload.ts'
import { paged, search } from './lists.ts'
import { picture } from './products.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { line } from './text.ts'
import { id, pathId, timestamp } from './wire.ts'

/** A post as a row in the staff's list. */
export const staffPostSummary = z
  .object({
    id,
    title: z.string(),
    author: z.string(),
    published_at: timestamp
      .nullable()
      .meta({ description: 'Null is a draft; a time to come, scheduled' }),
    created_at: timestamp.meta({ description: 'When it was begun' }),
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
    .min(1, 'Write something')
    .max(200_000, 'A post has at most 200,000 characters')
    .refine((text) => text.trim() !== '', 'Write something')
    .meta({ description: 'Markdown' }),
  author: line(80, 'Enter an author'),
  published_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'Null makes it a draft. Left out: now for a new post, else unchanged' }),
})

export const staffBlog = {
  list: endpoint({
    method: 'GET',
    path: '/admin/blogs/',
    who: 'staff',
    can: 'manage_blog',
    summary: 'List all blog posts',
    description: 'Drafts first, then by publishing date, the latest first.',
    query: z.object({
      ...paged(25),
      search: search.meta({ description: 'Part of the title or of the author’s name' }),
    }),
    result: z.object({ posts: z.array(staffPostSummary), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/blogs/{id}',
    who: 'staff',
    can: 'manage_blog',
    summary: 'Read a blog post to edit it',
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
      'Without `image` it keeps the one that it has. What is published has one; a draft may have none.',
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
