import { useState } from 'react'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { MailPreview } from './mail-preview.tsx'

/** The text of the campaign, shown on demand. */
export function Contents({ campaign }: { campaign: { subject: string; content: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="surface notch-6" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary className="justify-between px-5 py-4 font-[600] sm:px-7">
        Content
      </DisclosureSummary>
      <div className="px-5 pb-5 sm:px-7 sm:pb-7">{open && <MailPreview words={campaign} />}</div>
    </details>
  )
}
