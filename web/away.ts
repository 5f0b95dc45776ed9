import { redirect, replace } from 'react-router'

const withoutHash = (url: string) => url.replace(/#.*/, '')

/**
 * Thrown in a clientLoader to redirect from a page that is not shown. If the URL was opened
 * directly, reloaded or reached with Back, it is in the history, so the redirect replaces its
 * entry: otherwise Back would load it and redirect again. If a link leads to it, the current
 * history entry is still the page before and must stay.
 */
export function awayFrom({ url }: Request, to: string): Response {
  return withoutHash(window.location.href) === url ? replace(to) : redirect(to)
}
