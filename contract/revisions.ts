import * as z from 'zod'
import { refusals } from './refusals.ts'

/** Of what several people may edit: it goes up with each change. */
export const revision = z.int().positive().meta({ description: 'Goes up with each change' })

/** In the body of a change: from what it was begun. */
export const seenRevision = revision.optional().meta({
  description:
    'The revision that the change was begun from. When another change came first, this one is refused with the code `changed_meanwhile`; left out, it is made all the same.',
})

/** Of a change that would undo another one; tells who changed what, from what and to what. */
export const revisionRefusals = refusals({
  changed_meanwhile: [409, 'Changed meanwhile by {changes}'],
})
