import { media } from '#contract/platform/media.ts'
import { useAsk } from '../../api/ask.ts'

/** Renders markdown as in the store, shortly after the author stops typing. Null until rendered. */
export function usePreview(markdown: string) {
  const blank = !markdown.trim()
  // A failed preview does not endanger the text, and saving will report any error.
  const { answer, error } = useAsk(media.preview, blank ? null : { body: { markdown } }, {
    pause: 300,
    background: true,
  })
  return { html: blank ? '' : (answer?.html ?? null), failed: error !== undefined }
}
