import { useEffect, useState } from 'react'
import { preview } from '#contract/preview.ts'
import { api } from '../../api/client.ts'

const pause = 300

/** What markdown looks like in the store, a moment after the typing pauses; null until it is known. */
export function usePreview(markdown: string) {
  const [html, setHtml] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!markdown.trim()) {
      setHtml('')
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const options = { signal: abort.signal, background: true }
        const answer = await api(preview.markdown, { body: { markdown } }, options)
        setHtml(answer.html)
        setFailed(false)
      } catch {
        // The text is safe; saving it will tell what is wrong.
        if (!abort.signal.aborted) setFailed(true)
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [markdown])
  return { html, failed }
}
