import { local } from '../../storage.ts'

const key = 'admin-page-sizes'

/** The lists of different records share their page size. */
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
