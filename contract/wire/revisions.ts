import * as z from 'zod'
import { refusals } from './refusals.ts'

/** The revision of an object that several people may edit. It increases with each change. */
export const revision = z
  .int()
  .positive()
  .meta({ description: 'Increases by one with each change' })

/** In the body of a change: the revision that the change is based on. */
export const seenRevision = revision.optional().meta({
  description:
    'The revision that the change is based on. If the record has changed since, the request is refused with the code `changed_meanwhile`; if left out, there is no check.',
})

/**
 * For a change that would overwrite another one. Names who changed which value, from what and to
 * what.
 */
export const revisionRefusals = refusals({
  changed_meanwhile: [409, 'Changed by {changes}'],
})
