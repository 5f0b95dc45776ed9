import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { openWhatIsGone } from './web/gone-module.ts'
import { iconsApart } from './web/icons-apart.ts'

type Modules = {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** The entries from which a module is loaded with what is there: routes, and what is loaded late. */
function entriesOf(id: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const info = modules.getModuleInfo(id)
  const above = info?.importers.flatMap((importer) => entriesOf(importer, modules, seen)) ?? []
  return info?.importers.length && info.dynamicImporters.length === 0 ? above : [...above, id]
}

const ours = /\/(web|contract)\/|\/lucide-react\//
const parts = /\/web\/(ui|shell|api)\/|\/lucide-react\//
const schemas = /node_modules\/zod\//
const forms = /node_modules\/react-hook-form\/|\/web\/api\/form\.ts/
const everywhere = /\/web\/root\.tsx|\/entry\.client/
const staff = /\/web\/admin\//

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), iconsApart(), openWhatIsGone()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    // Of its 1,700 icons the pages use some hundred: taken in, the rest is left out.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs in one file, what many need in another, and what only staff
            // need in a third: few files compress better than many small ones, and React's stays
            // cached when the shop's code changes. Checking and keeping what is typed is most of
            // what a page without a form would load in vain.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler|clsx)\//,
                },
                {
                  name: (id, modules) =>
                    entriesOf(id, modules).some((entry) => everywhere.test(entry)) ? 'site' : null,
                  test: ours,
                },
                { name: 'schemas', test: schemas },
                { name: 'forms', test: forms },
                {
                  name: (id, modules) =>
                    entriesOf(id, modules).every((entry) => staff.test(entry)) ? 'staff' : 'shared',
                  test: parts,
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
})
