/**
 * Which files the modules of the pages are put into. Each file that a page asks for costs it some
 * milliseconds, on a phone far away some hundred; each that it does not need costs bytes. The first
 * page that a visitor sees gets nothing in vain, whoever is in the account, at the till or of staff goes
 * on there and needs the rest next.
 */

type Modules = {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}
type Naming = (id: string, modules: Modules) => string | null

/** The entries from which a module is loaded with what is there: routes, and what is loaded late. */
function entriesOf(id: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = modules.getModuleInfo(id)
  const above = info?.importers.flatMap((importer) => entriesOf(importer, modules, seen)) ?? []
  return info?.importers.length && info.dynamicImporters.length === 0 ? above : [...above, id]
}

/** An entry is of the first that fits. */
const areas = {
  staff: /\/web\/admin\//,
  checkout: /\/web\/checkout\//,
  'signing-in': /\/web\/account\/[^/]+$/,
  account: /\/web\/account\//,
}
const areaOf = (entry: string) => Object.entries(areas).find(([, area]) => area.test(entry))?.[0]
const fileName = (entry: string) => /([\w-]+)\.\w+(\?.*)?$/.exec(entry)?.[1] ?? 'page'

/** The pages of visitors that a module is loaded for, each by itself. */
function pagesOf(id: string, modules: Modules): string[] {
  const pages = entriesOf(id, modules).filter((entry) => !areaOf(entry))
  return [...new Set(pages.map(fileName))].sort()
}

/** The areas that a module is loaded for, when no page of visitors needs it. */
function areasOf(id: string, modules: Modules): string[] {
  const found = entriesOf(id, modules).map(areaOf)
  const named = found.filter((area) => area !== undefined)
  return named.length < found.length ? [] : [...new Set(named)].sort()
}

const everywhere = /\/web\/root\.tsx|\/entry\.client/
const ours = /\/(web|contract)\/|\/lucide-react\//

type ByWhoNeeds = {
  namesOf: (id: string, modules: Modules) => string[]
  /** What more names need has no file of its own. */
  most: number
  minShareCount: number
}

/**
 * A file for each set of names. A group takes what its modules import along, so what most need is put
 * away first.
 */
function byWhoNeeds({ namesOf, most, minShareCount }: ByWhoNeeds) {
  // Each group asks for the names of each module, and they are long to find.
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
  // Checking and keeping what is typed is most of what a page without a form would load in vain.
  { name: 'schemas', test: /node_modules\/zod\// },
  { name: 'forms', test: /node_modules\/react-hook-form\/|\/web\/api\/form\.ts/ },
  { name: needsSome, test: /\/web\/(ui|shell|api)\/|\/lucide-react\//, minShareCount: 4 },
  ...byWhoNeeds({ namesOf: pagesOf, most: 24, minShareCount: 2 }),
  ...byWhoNeeds({ namesOf: areasOf, most: Object.keys(areas).length, minShareCount: 3 }),
]
