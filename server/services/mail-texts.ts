import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

export function codeMail(sender: Sender, code: string): FramedMail {
  return frame(sender, {
    subject: `${code} is your code for ${sender.shopName}`,
    preheader: 'Your mail server works.',
    heading: 'Your mail server works',
    paragraphs: ['Enter this code in the back-office to have the shop send its mail this way:'],
    rows: [{ label: 'Code', value: code }],
    notes: ['The code is good for 15 minutes.'],
    reason: 'An administrator of the shop tried its mail server with this address.',
  })
}
