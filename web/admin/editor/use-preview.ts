import { media } from '#contract/media.ts'
import { useAsk } from '../../api/ask.ts'

/** What markdown looks like in the store, a moment after the typing pauses; null until it is known. */
export function usePreview(markdown: string) {
  const blank = !markdown.trim()
  // The text is safe when it fails; saving it will tell what is wrong.
  const { answer, error } = useAsk(media.preview, blank ? null : { body: { markdown } }, {
    pause: 300,
    background: true,
  })
  return { html: blank ? '' : (answer?.html ?? null), failed: error !== undefined }
}
