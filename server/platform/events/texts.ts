import * as z from 'zod'
import { shopEvent } from './event.ts'

/** The fields that changed. Long ones are cut to their beginning. */
const fields = z.record(z.string(), z.unknown())

const text = z.string()
const changed = { text, revision: z.int(), before: fields, after: fields }
const published = z.object({ ...changed, version: z.int() })
const sample = {
  text: 'landing',
  revision: 5,
  before: { title: 'Precision aim, protected play.' },
  after: { title: 'Play tonight.' },
}

export const textEvents = {
  'text.published': shopEvent({
    message: 'Text published',
    data: published,
    sample: { ...sample, version: 2 },
  }),
  'text.rolled_back': shopEvent({
    message: 'Text rolled back',
    data: published.extend({ restores: z.int() }),
    sample: { ...sample, version: 3, restores: 1 },
  }),
  'text.drafted': shopEvent({ message: 'Draft of a text saved', data: z.object(changed), sample }),
  'text.draft_discarded': shopEvent({
    message: 'Draft of a text discarded',
    data: z.object(changed),
    sample: { text: 'landing', revision: 6, before: { draft: true }, after: { draft: false } },
  }),
}
