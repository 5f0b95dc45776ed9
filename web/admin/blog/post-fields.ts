import * as z from 'zod'
import { noFeaturedImage, type StaffPost, staffBlog } from '#contract/catalogue/staff-blog.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { shopNow } from '#web/clock.ts'
import { fromEditedTime, toLocalTime } from '../local-time.ts'

const { title, content, author } = staffBlog.add.body.shape

/** The fields of the post editor, as typed. */
const postFields = z.object({
  ...{ title, content, author },
  publish: z.boolean(),
  /** In the reader's time zone. Empty means the time of saving. */
  published_at: z.string(),
  /** The image to upload, as a data URL. */
  image: z.string().nullable(),
  revision: z.number().optional(),
})
export type PostFields = z.input<typeof postFields>

/** A published post needs a picture: its current one or a new one. */
export const fieldsFor = (post: StaffPost | null) =>
  postFields.refine(({ publish, image }) => !publish || image || post?.image, {
    path: ['image'],
    message: noFeaturedImage,
    // Report this together with the other errors.
    when: () => true,
  })

export const newPost = (author: string): PostFields => ({
  title: '',
  content: '',
  author,
  publish: true,
  published_at: '',
  image: null,
})

export function fieldsOf({
  title,
  content,
  author,
  published_at,
  revision,
}: StaffPost): PostFields {
  return {
    ...{ title, content, author, revision },
    publish: published_at !== null,
    published_at: published_at ? toLocalTime(published_at) : '',
    image: null,
  }
}

export function asBody(
  { publish, published_at, image, ...same }: PostFields,
  post: StaffPost | null,
): Input<typeof staffBlog.change>['body'] {
  const date = publish
    ? (fromEditedTime(published_at, post?.published_at) ?? new Date(shopNow()).toISOString())
    : null
  return { ...same, published_at: date, ...(image && { image }) }
}
