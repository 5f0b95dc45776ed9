import { useEffect, useState } from 'react'
import { type Accent, type BrandState, brand } from '#contract/platform/brand.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'

type Tried = { accent: string; colours: Accent | null; failed?: string }

/**
 * Returns the colours derived from the typed colour once it is valid. If the field is empty, the
 * default colours.
 */
export function useAccent(typed: string, saved: BrandState): Omit<Tried, 'accent'> {
  const accent = typed.trim().toLowerCase()
  const known = accent === (saved.accent ?? '')
  const [tried, setTried] = useState<Tried>({ accent: '', colours: null })
  useEffect(() => {
    if (known || !brand.tryAccent.body.shape.accent.safeParse(accent).success) return
    let latest = true
    // A colour picker reports every colour that it passes.
    const timer = setTimeout(async () => {
      try {
        const colours = await api(brand.tryAccent, { body: { accent } })
        if (latest) setTried({ accent, colours })
      } catch (error) {
        const failed = messageOf(error, 'The colour could not be tried.')
        if (latest) setTried({ accent, colours: null, failed })
      }
    }, 150)
    return () => {
      latest = false
      clearTimeout(timer)
    }
  }, [accent, known])
  if (known) return { colours: saved.colours }
  if (accent === '') return { colours: null }
  // Keep the last colours until the next ones arrive, so that the preview does not flicker.
  return tried
}
