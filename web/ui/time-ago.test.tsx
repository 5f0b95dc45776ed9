import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatMoment } from '../format.ts'
import { Moment } from './time-ago.tsx'

test.each([undefined, 'table', 'lines'] as const)(
  'the look %s shows the date, and the relative time at least in the tooltip',
  (look) => {
    const at = new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString()
    const html = renderToStaticMarkup(<Moment at={at} {...(look && { look })} />)
    // The rows of a table have no space for the relative time on some screens.
    const everywhere = html.replaceAll(/<span class="[^"]*hidden[^"]*">.*?<\/span>/g, '')
    const words = everywhere.replaceAll(/<[^>]*>/g, '')
    expect(words).toContain(formatMoment(new Date(at)))
    if (look !== 'table') expect(words).toContain('3 days ago')
    expect(html).toMatch(/title="[^"]*, 3 days ago"/)
    expect(html).toContain(`dateTime="${at}"`)
  },
)
