import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { noMailServer } from './mail.ts'
import { type MailTextName, mailTextNames, mailTextShapes } from './mail-texts.ts'
import { refusals } from './refusals.ts'
import { done } from './wire.ts'

const sample = z.string().max(80)

type Written = z.ZodObject<
  { name: z.ZodLiteral<MailTextName> },
  z.core.$catchall<z.ZodType<string, string>>
>
const named = (name: MailTextName) =>
  (mailTextShapes[name] as z.ZodObject).extend({ name: z.literal(name) }) as unknown as Written
const tested = (name: MailTextName) =>
  named(name).extend({ sample: sample.meta({ description: 'As the preview names it' }) })

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
    summary: 'See a mail with these words',
    description: 'Once for each of its samples. Nothing is kept.',
    body: z.discriminatedUnion('name', each(named)),
    result: z.object({
      mails: z.array(
        z.object({
          sample: sample.meta({ description: 'What is special of its facts' }),
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
    summary: 'Send a mail with these words to oneself',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: z.discriminatedUnion('name', each(tested)),
    result: done,
    status: 202,
    refusals: {
      ...noMailServer,
      ...refusals({ unknown_sample: [404, 'There is no such sample'] }),
    },
  }),
}
