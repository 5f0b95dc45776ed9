import { redirect, replace } from 'react-router'

const withoutHash = (url: string) => url.replace(/#.*/, '')

/**
 * Thrown in a clientLoader to lead away from an address that is not shown. One that was opened directly,
 * reloaded or gone back to is in the history and gives its place up: left there, Back would load it and
 * be led away again. To one that a link leads to, the place is still that of the page before.
 */
export function awayFrom({ url }: Request, to: string): Response {
  return withoutHash(window.location.href) === url ? replace(to) : redirect(to)
}
