import { local } from '../../storage.ts'

const key = 'admin-page-sizes'

/** The same list shares its page size across records, for example the logs of all users. */
const nameOf = (pathname: string) => pathname.replace(/\/\d+(?=\/|$)/g, '/*').replace(/\/$/, '')

/** The page size that was last selected in this list in this browser. */
export const selectedPageSize = (pathname: string): unknown => readAll()[nameOf(pathname)]

export function storePageSize(pathname: string, size: number) {
  local.set(key, JSON.stringify({ ...readAll(), [nameOf(pathname)]: size }))
}

function readAll(): Record<string, unknown> {
  try {
    return Object(JSON.parse(local.get(key) ?? '{}'))
  } catch {
    return {}
  }
}
