import * as z from 'zod'
import { type Channel, releaseVersion } from '#contract/licensing/releases.ts'
import { fileRefusals, maxReleaseBytes } from '#contract/licensing/staff-releases.ts'

/** The checks that are possible before hundreds of megabytes are uploaded. */
export const newRelease = z
  .object({
    product: z.string(),
    version: z.string().trim().min(1, 'Enter a version').pipe(releaseVersion),
    channel: z.custom<Channel>(),
    minimum: z.union([z.literal(''), releaseVersion]),
    notes: z.string(),
    file: z.custom<File | null>(),
  })
  .superRefine(async ({ product, file }, context) => {
    const message = await faultOf(file, product === '')
    if (message) context.addIssue({ code: 'custom', message, path: ['file'] })
  })

async function faultOf(file: File | null, isLoader: boolean): Promise<string | undefined> {
  if (!file) return 'Choose a file'
  if (file.size === 0) return fileRefusals.empty_file.sentence
  if (file.size > maxReleaseBytes) return fileRefusals.release_too_large.sentence
  if (!isLoader) return undefined
  const isProgram = (await file.slice(0, 2).text()) === 'MZ'
  return isProgram ? undefined : fileRefusals.not_a_program.sentence
}

export const blankRelease: z.input<typeof newRelease> = {
  product: '',
  version: '',
  channel: 'stable',
  minimum: '',
  notes: '',
  file: null,
}
