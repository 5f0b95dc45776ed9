import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done } from '#contract/wire/wire.ts'
import { noMailServer } from './mail.ts'
import { mailWords } from './mail-texts.ts'
import { textRefusals } from './staff-texts.ts'

const sample = z.string().max(80)

const staff = { who: 'staff', can: 'manage_settings' } as const

/** Previews of a mail with unsaved texts and sample data. */
export const staffMailTexts = {
  preview: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/texts/mails/preview',
    summary: 'Preview an email with these texts',
    description:
      'The body has all fields of the email. One preview for each sample. Nothing is saved.',
    body: mailWords({}, {}),
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
    refusals: textRefusals,
  }),
  test: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/texts/mails/test',
    summary: 'Send a test email with these texts to yourself',
    description: 'The body has all fields of the email.',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: mailWords(
      { sample: sample.meta({ description: 'Sample name from the preview' }) },
      { sample: 'Two sign-ups' },
    ),
    result: done,
    status: 202,
    refusals: {
      ...noMailServer,
      ...textRefusals,
      ...refusals({ unknown_sample: [404, 'Sample not found'] }),
    },
  }),
}
