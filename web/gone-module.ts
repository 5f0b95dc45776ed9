/**
 * The statement in `react-router/dist/…/routeModules.js` that runs when a page's script is missing.
 */
const itsEnd = 'window.location.reload();'

/**
 * Opens the requested page as a new document, which references the current scripts. A missing
 * script causes no loop, because a document that cannot load its scripts is shown without them. A
 * page that is only prefetched needs nothing.
 */
const ours = `{
  const { state, createHref } = window.__reactRouterDataRouter;
  if (state.navigation.location) window.location.assign(createHref(state.navigation.location));
}`

/**
 * A page that stays open during an upgrade references scripts that no longer exist. The router then
 * reloads the current URL, so that the first click on a link leads nowhere. It has no hook for
 * this: it does not report failed dynamic imports, and `location.reload` cannot be replaced. So the
 * build patches the router.
 */
export function openWhatIsGone() {
  let replaced = false
  return {
    name: 'open-what-is-gone',
    apply: 'build' as const,
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    transform(code: string, id: string) {
      if (!/\/react-router\/dist\/.*\/routeModules\.js/.test(id)) return null
      replaced = code.includes(itsEnd)
      return { code: code.replace(itsEnd, ours), map: null }
    },
    buildEnd(error?: Error) {
      if (!error && !replaced) throw new Error(`React Router has no ${itsEnd} any more`)
    },
  }
}
