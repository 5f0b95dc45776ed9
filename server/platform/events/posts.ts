import * as z from 'zod'
import { timestamp } from '#contract/wire/wire.ts'
import { shopEvent } from './event.ts'

const post = z.int()

const state = z.object({
  title: z.string(),
  author: z.string(),
  /** Null for a draft. */
  published_at: timestamp.nullable(),
  /** The first 2,000 characters. */
  content: z.string(),
  /** Length of the whole content, in characters. */
  length: z.int(),
  image: z.int().nullable(),
})
const sample = {
  title: 'Autumn update',
  author: 'Mara',
  published_at: new Date('2026-10-01T09:00:00Z'),
  content: 'What is new this autumn',
  length: 23,
  image: 12,
}

export const postEvents = {
  'post.added': shopEvent({
    message: 'Post added',
    data: z.object({ post, after: state }),
    sample: { post: 3, after: sample },
  }),
  'post.changed': shopEvent({
    message: 'Post changed',
    data: z.object({
      post,
      title: z.string(),
      revision: z.int(),
      before: state.partial(),
      after: state.partial(),
    }),
    sample: {
      post: 3,
      title: 'Autumn update',
      revision: 4,
      before: { author: 'Mara' },
      after: { author: 'Mara K.' },
    },
  }),
  'post.deleted': shopEvent({
    message: 'Post deleted',
    data: z.object({ post, title: z.string(), before: state }),
    sample: { post: 3, title: 'Autumn update', before: sample },
  }),
}
