import { Eye } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { composer } from '#contract/composer.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { MailFrame } from './mail-frame.tsx'

const pause = 400

/** The mail as it will look, in its frame, shortly after the typing pauses. */
export function MailPreview({ words }: { words: { subject: string; content: string } }) {
  const { subject, content } = words
  const blank = !content.trim()
  const [html, setHtml] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const shown = useRef(false)
  useEffect(() => {
    if (blank) return
    const superseded = new AbortController()
    const { signal } = superseded
    const timer = setTimeout(
      () => {
        const body = { subject: subject.trim() || 'No subject yet', content }
        api(composer.preview, { body }, { signal, background: true }).then(
          (mail) => {
            shown.current = true
            setHtml(mail.html)
            setError(null)
          },
          (failure) => {
            if (!signal.aborted) setError(failureOf(failure, 'Failed to load the preview'))
          },
        )
      },
      shown.current ? pause : 0,
    )
    return () => {
      superseded.abort()
      clearTimeout(timer)
    }
  }, [subject, content, blank])

  if (blank || (html === null && error === null)) {
    return (
      <div className="grid min-h-48 place-items-center rounded-md border border-line border-dashed p-6 text-center text-faint">
        <p className="max-w-[36ch]">
          <Eye size={22} aria-hidden="true" className="mx-auto mb-3" />
          What you write appears here as its readers will see it.
        </p>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      {error && <ErrorBox>{error}</ErrorBox>}
      {html !== null && <MailFrame html={html} title="Preview of the mail" />}
    </div>
  )
}
