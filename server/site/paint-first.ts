const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g
const module = '<script type="module" async="">'

/**
 * Fetches and starts the page's scripts when its content has been painted. Where nothing will be
 * painted, in a tab behind others, or nothing tells of it, they start at once.
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
 * Has a finished page shown before its scripts are fetched: on a slow connection they took their
 * share of it from the styles, the typeface and the pictures in view.
 */
export function paintFirst(html: string): string {
  const modules = [...html.matchAll(preload)].map(([, href]) => href)
  return html
    .replaceAll(preload, '')
    .replace(module, `<script type="text/plain" id="scripts" data-modules="${modules.join(' ')}">`)
    .replace('</body>', `<script>${start}</script></body>`)
}
