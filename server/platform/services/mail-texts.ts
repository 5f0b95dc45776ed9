import { isolated } from '#contract/wire/isolate.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'

export function codeMail(sender: Sender, code: string): FramedMail {
  return frame(sender, {
    subject: isolated`${code} is your code for ${sender.shopName}`,
    preheader: 'Your mail server works.',
    heading: 'Your mail server works',
    paragraphs: ['Enter this code in the back-office to use this mail server for the shop:'],
    rows: [{ label: 'Code', value: code }],
    notes: ['The code is valid for 15 minutes.'],
    reason: 'An administrator of the shop tested its mail server with this address.',
  })
}
