import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done } from '#contract/wire/wire.ts'
import { noMailServer } from './mail.ts'
import { type MailTextName, mailTextNames, mailTextShapes } from './mail-texts.ts'

const sample = z.string().max(80)

type Written = z.ZodObject<
  { name: z.ZodLiteral<MailTextName> },
  z.core.$catchall<z.ZodType<string, string>>
>
const named = (name: MailTextName) =>
  (mailTextShapes[name] as z.ZodObject).extend({ name: z.literal(name) }) as unknown as Written
const tested = (name: MailTextName) =>
  named(name).extend({ sample: sample.meta({ description: 'Sample name from the preview' }) })

/** One schema for every name. The cast is needed because a union requires at least one member. */
function each<T>(make: (name: MailTextName) => T) {
  const [first, ...others] = mailTextNames
  return [make(first), ...others.map(make)] as [T, ...T[]]
}

const staff = { who: 'staff', can: 'manage_settings' } as const

/** Previews of a mail with unsaved texts and sample data. */
export const staffMailTexts = {
  preview: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/texts/mails/preview',
    summary: 'Preview a mail with these texts',
    description: 'One preview for each sample. Nothing is saved.',
    body: z.discriminatedUnion('name', each(named)),
    result: z.object({
      mails: z.array(
        z.object({
          sample: sample.meta({ description: 'What distinguishes this sample' }),
          subject: z.string(),
          html: z.string(),
          text: z.string(),
        }),
      ),
    }),
  }),
  test: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/texts/mails/test',
    summary: 'Send a test mail with these texts to yourself',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: z.discriminatedUnion('name', each(tested)),
    result: done,
    status: 202,
    refusals: {
      ...noMailServer,
      ...refusals({ unknown_sample: [404, 'Sample not found'] }),
    },
  }),
}
