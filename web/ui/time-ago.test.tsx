import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatMoment } from '../format.ts'
import { Moment } from './time-ago.tsx'

test.each([undefined, true, 'always'] as const)(
  'the date and the relative time are shown on every screen: stacked %s',
  (stacked) => {
    const at = new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString()
    const html = renderToStaticMarkup(<Moment at={at} {...(stacked && { stacked })} />)
    // Only the separating dot is hidden on some screens.
    const everywhere = html.replaceAll(/<span class="[^"]*hidden[^"]*">[^<]*<\/span>/g, '')
    const words = everywhere.replaceAll(/<[^>]*>/g, '')
    expect(words).toContain(formatMoment(new Date(at)))
    expect(words).toContain('3 days ago')
    expect(html).toContain(`dateTime="${at}"`)
  },
)
