import type { Input } from '#contract/endpoint.ts'
import { noFeaturedImage, type StaffPost, type staffBlog } from '#contract/staff-blog.ts'
import { fromLocalTime, toLocalTime } from '../local-time.ts'

/** What the editor of a post holds: text as it is typed. */
export type PostFields = {
  title: string
  content: string
  author: string
  publish: boolean
  /** In the reader's time zone; empty is when it is saved. */
  date: string
  /** Chosen to be uploaded, as a data URL. */
  image: string | null
}

export type Problems = Partial<Record<keyof PostFields | 'published_at', string>>

export const newPost = (author: string): PostFields => ({
  title: '',
  content: '',
  author,
  publish: true,
  date: '',
  image: null,
})

export function fieldsOf({ title, content, author, published_at }: StaffPost): PostFields {
  return {
    ...{ title, content, author },
    publish: published_at !== null,
    date: published_at ? toLocalTime(published_at) : '',
    image: null,
  }
}

/** What must be put right before it is worth asking the server. */
export function problemsOf(fields: PostFields, post: StaffPost | null): Problems {
  const problems: Problems = {}
  if (!fields.title.trim()) problems.title = 'Enter a title'
  if (!fields.content.trim()) problems.content = 'Write something'
  if (!fields.author.trim()) problems.author = 'Enter an author'
  if (fields.publish && !fields.image && !post?.image) problems.image = noFeaturedImage
  return problems
}

export function asBody(
  fields: PostFields,
  post: StaffPost | null,
): Input<typeof staffBlog.change>['body'] {
  const { title, content, author, image } = fields
  return { title, content, author, published_at: dateOf(fields, post), ...(image && { image }) }
}

/** A date that was not touched stays as it is to the second, which the field does not show. */
function dateOf({ publish, date }: PostFields, post: StaffPost | null): string | null {
  if (!publish) return null
  if (post?.published_at && date === toLocalTime(post.published_at)) return post.published_at
  return fromLocalTime(date) ?? new Date().toISOString()
}
