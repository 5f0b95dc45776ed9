import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { MailPreview } from './mail-preview.tsx'

/** The text of the campaign, shown on demand. */
export function Contents({ campaign }: { campaign: { subject: string; content: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="group surface notch-6"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 px-5 py-4 font-[600] sm:px-7">
        Content
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="text-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-5 pb-5 sm:px-7 sm:pb-7">{open && <MailPreview words={campaign} />}</div>
    </details>
  )
}
