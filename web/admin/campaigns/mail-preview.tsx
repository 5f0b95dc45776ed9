import { Eye } from 'lucide-react'
import { campaignForm } from '#contract/people/campaign-form.ts'
import { useAsk } from '../../api/ask.ts'
import { failureOf } from '../../api/error.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { MailFrame } from './mail-frame.tsx'

/** A preview of the mail, updated shortly after the author stops typing. */
export function MailPreview({ words }: { words: { subject: string; content: string } }) {
  const { subject, content } = words
  const blank = !content.trim()
  const body = { subject: subject.trim() || 'No subject yet', content }
  const { answer, error } = useAsk(campaignForm.preview, blank ? null : { body }, {
    pause: 400,
    background: true,
  })

  if (blank || (!answer && error === undefined)) {
    return (
      <div className="grid min-h-48 place-items-center rounded-md border border-line border-dashed p-6 text-center text-faint">
        <p className="max-w-[36ch]">
          <Eye size={22} aria-hidden="true" className="mx-auto mb-3" />
          Enter content to see a preview of the email.
        </p>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      {error !== undefined && <ErrorBox>{failureOf(error, 'Failed to load the preview')}</ErrorBox>}
      {answer && <MailFrame html={answer.html} title="Preview of the email" />}
    </div>
  )
}
