import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../web/routes.ts'
import { as, open, type Screen } from './scene.ts'

/**
 * A screen of each page of `web/routes.ts` that none of `screens` is named after: its address opens
 * it, for whom its folder is for. Throws for a page whose address needs something to be there.
 */
export function routeScreens(screens: Screen[]): Screen[] {
  const named = new Set(screens.map(({ name }) => name))
  return pagesOf(routes).flatMap(({ path, file }) => {
    const name = nameOf(path)
    if (named.has(name)) return []
    if (/:\w+(?!\w*\?)/.test(path)) throw new Error(`No screen is named ${name}, after ${path}`)
    return [{ name, visit: asMeant(file)(`/${path.replace(/\/?:\w+\?/g, '')}`) }]
  })
}

/** `admin/users/:id` is `admin-users-one`, and without what an address may leave out. */
function nameOf(path: string): string {
  const words = path.replace(/\/?:\w+\?/g, '').replace(/:\w+/g, 'one')
  return words.replaceAll('/', '-') || 'home'
}

/** Pages, without what only leads on and the page for what is not there. */
function pagesOf(entries: readonly RouteConfigEntry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const isPage = (index || path !== undefined) && path !== '*' && file.endsWith('.tsx')
    return [...(isPage ? [{ path: path ?? '', file }] : []), ...pagesOf(children ?? [])]
  })
}

function asMeant(file: string): (path: string) => Screen['visit'] {
  if (file.startsWith('admin/')) return (path) => as('admin', path)
  if (file.startsWith('storefront/')) return open
  return (path) => as('customer', path)
}
