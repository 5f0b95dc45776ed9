import type { DocumentKind } from '#contract/selling/documents.ts'
import { documentTitles } from '#contract/selling/documents.ts'
import { button, end, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { mail, said } from '#server/platform/mail/words.ts'
import { mailCorrected } from './mail.ts'

export const documentCorrectedMail = mail('document-corrected', {
  title: 'Corrected invoice',
  detail:
    'Sent if VIES confirms a company’s VAT ID after tax was charged. Both documents are below the text.',
  placeholders: {
    ...recipient,
    former: 'number of the corrected document',
    vat_id: 'confirmed VAT ID',
    order: 'order number',
  },
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'Your {shop} invoice was corrected',
    preheader: 'Your VAT ID is confirmed, so we issued a new invoice without tax.',
    heading: 'Your invoice was corrected',
    text: 'Hi {username}, VIES was unavailable when you paid, so {former} was issued with tax. Your VAT ID {vat_id} is now confirmed. A credit note cancels {former}, and a new invoice is issued under reverse charge.\nThe amount that you paid stays the same. Please keep both documents with {former}.',
    button: 'View documents',
    notes: '',
    reason: 'You bought something at {shop} for your company.',
  },
  samples: {
    'Credit note and invoice': (sender) =>
      writeCorrectedMail(sender, {
        order: '2a6f5c1e-0000-4000-8000-000000000000',
        username: 'night_owl',
        vatId: 'ATU13585627',
        former: 'INV-41',
        credit: { kind: 'credit_note', number: 'CN-7' },
        anew: { kind: 'invoice', number: 'INV-42' },
      }),
  },
  again: (db, sender, { about }, again) => mailCorrected(db, sender, Number(about.document), again),
})

type Named = { kind: DocumentKind; number: string }

type Corrected = {
  order: string
  username: string
  vatId: string
  /** The number of the corrected document. */
  former: string
  credit: Named
  anew: Named
}

export function writeCorrectedMail(sender: Sender, corrected: Corrected): FramedMail {
  const { order, username, vatId: vat_id, former, credit, anew } = corrected
  const words = documentCorrectedMail.fillIn(sender, { username, former, vat_id, order })
  const usual = said(words)
  const page = `${sender.siteUrl}/orders/${order}/invoice`
  const linkTo = ({ kind, number }: Named) => `${documentTitles[kind]} ${number}: ${page}#${number}`
  return frame(sender, {
    ...usual,
    button: { label: words.button, url: page },
    notes: [linkTo(credit), linkTo(anew), ...usual.notes],
  })
}
