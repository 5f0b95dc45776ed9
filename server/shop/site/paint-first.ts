const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g
const module = '<script type="module" async="">'

/**
 * Loads and starts the page's scripts after the first paint. If nothing will be painted, as in a
 * background tab, or the browser does not report the paint, they start at once.
 */
const start = `{
  const start = () => {
    const { dataset, textContent } = document.getElementById('scripts')
    for (const href of dataset.modules.split(' ')) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' })
      document.head.append(link)
    }
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', textContent })
    document.body.append(script)
  }
  const paints = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    paints.disconnect()
    start()
  })
  const isObserved = PerformanceObserver.supportedEntryTypes.includes('paint')
  if (document.hidden || !isObserved) start()
  else paints.observe({ type: 'paint', buffered: true })
}`

/**
 * Delays the scripts of a rendered page until it has been painted. On a slow connection they would
 * compete with the styles, the typeface and the visible pictures.
 */
export function paintFirst(html: string): string {
  const modules = [...html.matchAll(preload)].map(([, href]) => href)
  return html
    .replaceAll(preload, '')
    .replace(module, `<script type="text/plain" id="scripts" data-modules="${modules.join(' ')}">`)
    .replace('</body>', `<script>${start}</script></body>`)
}
