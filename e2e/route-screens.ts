import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../web/routes.ts'
import { as, open, type Screen } from './scene.ts'

/** The tabs of the dashboard besides its first one. */
const tabs = ['cards', 'devices', 'loader', 'orders', 'referrals', 'subscriptions', 'support']

/** The names of the screens that show a page or a tab as its address opens it, one for each. */
export const pageNames: ReadonlySet<string> = new Set([
  ...pagesOf(routes).map(({ path }) => nameOf(path)),
  ...tabs.map((tab) => `dashboard-${tab}`),
])

/**
 * A screen for each page of `web/routes.ts` that none of `screens` is named after. It opens the
 * page's address with the role of the page's folder. Throws for a page whose address needs existing
 * data.
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

/** `admin/users/:id` becomes `admin-users-one`. Optional segments are omitted. */
function nameOf(path: string): string {
  const words = path.replace(/\/?:\w+\?/g, '').replace(/:\w+/g, 'one')
  return words.replaceAll('/', '-') || 'home'
}

/** All pages, except redirects and the not-found page. */
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
