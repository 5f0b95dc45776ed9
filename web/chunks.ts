/**
 * Assigns the modules of the pages to files. Each file that a page requests takes a few
 * milliseconds, on a distant phone about a hundred. Each file that it does not need costs bytes. So
 * the first page of a visitor loads nothing unnecessary, while visitors in the account, at the
 * checkout or in the back-office stay there and need the other files of that area next.
 */

type Modules = {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}
type Naming = (id: string, modules: Modules) => string | null

/** The entries that load a module statically: routes, and modules that are imported dynamically. */
function entriesOf(id: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = modules.getModuleInfo(id)
  const above = info?.importers.flatMap((importer) => entriesOf(importer, modules, seen)) ?? []
  return info?.importers.length && info.dynamicImporters.length === 0 ? above : [...above, id]
}

/** An entry belongs to the first area that matches. */
const areas = {
  staff: /\/web\/admin\//,
  checkout: /\/web\/checkout\//,
  'signing-in': /\/web\/account\/[^/]+$/,
  account: /\/web\/account\//,
}
const areaOf = (entry: string) => Object.entries(areas).find(([, area]) => area.test(entry))?.[0]
const fileName = (entry: string) => /([\w-]+)\.\w+(\?.*)?$/.exec(entry)?.[1] ?? 'page'

/** The visitor pages that load a module. */
function pagesOf(id: string, modules: Modules): string[] {
  const pages = entriesOf(id, modules).filter((entry) => !areaOf(entry))
  return [...new Set(pages.map(fileName))].sort()
}

/** The areas that load a module, if no visitor page does. */
function areasOf(id: string, modules: Modules): string[] {
  const found = entriesOf(id, modules).map(areaOf)
  const named = found.filter((area) => area !== undefined)
  return named.length < found.length ? [] : [...new Set(named)].sort()
}

const everywhere = /\/web\/root\.tsx|\/entry\.client/
const ours = /\/(web|contract)\/|\/lucide-react\//

type ByWhoNeeds = {
  namesOf: (id: string, modules: Modules) => string[]
  /** Modules with more names than this get no file of their own. */
  most: number
  minShareCount: number
}

/**
 * Makes a file for each set of names. A group also includes the modules that its modules import, so
 * the modules that most pages need are assigned first.
 */
function byWhoNeeds({ namesOf, most, minShareCount }: ByWhoNeeds) {
  // Every group asks for the names of every module, and they are slow to compute.
  const known = new Map<string, string[]>()
  return Array.from({ length: most }, (_, at) => {
    const name: Naming = (id, modules) => {
      const names = known.get(id) ?? namesOf(id, modules)
      known.set(id, names)
      return names.length === most - at ? names.join('-') : null
    }
    return { name, test: ours, minShareCount }
  })
}

const needsAll: Naming = (id, modules) =>
  entriesOf(id, modules).some((entry) => everywhere.test(entry)) ? 'site' : null
const needsSome: Naming = (id, modules) => (pagesOf(id, modules).length > 0 ? 'shared' : null)

export const groups = [
  // Stays cached when the shop's code changes.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|clsx)\// },
  { name: needsAll, test: ours },
  // Form validation and state are most of the code that a page without a form would load
  // unnecessarily.
  { name: 'schemas', test: /node_modules\/zod\// },
  { name: 'forms', test: /node_modules\/react-hook-form\/|\/web\/api\/form\.ts/ },
  { name: needsSome, test: /\/web\/(ui|shell|api)\/|\/lucide-react\//, minShareCount: 4 },
  ...byWhoNeeds({ namesOf: pagesOf, most: 24, minShareCount: 2 }),
  ...byWhoNeeds({ namesOf: areasOf, most: Object.keys(areas).length, minShareCount: 3 }),
]
