const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g
const module = '<script type="module" async="">'

/** Starts scripts after the first paint, or at once if there is none, as in a background tab. */
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

/** On a slow connection, scripts would compete with the styles, the typeface and the pictures. */
export function paintFirst(html: string): string {
  const modules = [...html.matchAll(preload)].map(([, href]) => href)
  return html
    .replaceAll(preload, '')
    .replace(module, `<script type="text/plain" id="scripts" data-modules="${modules.join(' ')}">`)
    .replace('</body>', `<script>${start}</script></body>`)
}
