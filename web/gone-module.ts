/** What ends a visit in `react-router/dist/…/routeModules.js` when a page's script is not there. */
const itsEnd = 'window.location.reload();'

/**
 * Opens what was asked for as a document of its own, which names the scripts that there are. One that
 * stays away makes no loop: a document that cannot load its scripts is read without them. A page that
 * a link is merely pointed at needs nothing.
 */
const ours = `{
  const { state, createHref } = window.__reactRouterDataRouter;
  if (state.navigation.location) window.location.assign(createHref(state.navigation.location));
}`

/**
 * A page that stays open over an upgrade knows scripts by names that are gone. The router then reloads
 * the address it is at, so that the first press of a link leads nowhere, and offers no hook: of what it
 * loads late nothing is told, and `location.reload` cannot be replaced. So the build does.
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
