import { readFileSync } from 'node:fs'

/**
 * The package's entry for bundlers, which is above the icons' own files. Node resolves another
 * entry.
 */
const barrel = new URL('../lucide-react.mjs', import.meta.resolve('lucide-react/icons/check'))

/** Maps each name to its file in the package, such as `Gamepad2` to `gamepad-2`. */
function filesByName() {
  const files = new Map<string, string>()
  const text = readFileSync(barrel, 'utf8')
  for (const [, names = '', file = ''] of text.matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return files
}

/**
 * Imports each icon from its own file. With the package's single entry, all icons have the same
 * importer, and the icons of the back-office would load with a visitor's first page.
 */
export function iconsApart() {
  const files = filesByName()
  return {
    name: 'icons-apart',
    apply: 'build' as const,
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    transform(code: string, id: string) {
      if (!/\/web\/.*\.tsx?/.test(id) || !code.includes('lucide-react')) return null
      const apart = code.replace(
        /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g,
        (_, list) => importsOf(list, files),
      )
      // Any other kind of import of the entry would silently bring all icons back.
      if (/["']lucide-react["']/.test(apart))
        throw new Error(`${id} imports from lucide-react in another way than by names`)
      return { code: apart, map: null }
    },
  }
}

function importsOf(list: string, files: Map<string, string>) {
  const names = list.split(',').flatMap((name) => name.trim() || [])
  return names
    .map((name) => {
      const [from = '', to = from] = name.split(/\s+as\s+/)
      const file = files.get(from)
      if (!file) throw new Error(`lucide-react has no icon of the name ${from}`)
      return `import ${to} from 'lucide-react/icons/${file}';`
    })
    .join('')
}
