import { logLevels, type logs, reachableLogs } from '#contract/platform/logs.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { isNumber, readList, readTime } from '../list/address.ts'

export type LogQuery = Omit<Input<typeof logs.list>['query'], 'page' | 'limit'> & {
  page: number
  limit: number
}

/** Reads the log filters from the URL. Invalid values are ignored. */
export function readLogAddress(request: Request): LogQuery {
  const { query, page, limit, after } = readList(request, { reachable: reachableLogs })
  const level = (logLevels as readonly string[]).indexOf(query.get('level') ?? '')
  const uid = query.get('uid') ?? ''
  const by = query.get('by') ?? ''
  const details = query.get('details') ?? ''
  return {
    page,
    limit,
    after,
    level: level < 0 ? undefined : (String(level) as '0'),
    source: query.get('source') || undefined,
    message: query.get('message') || undefined,
    details: isFact(details) ? details : undefined,
    uid: isNumber(uid) ? uid : undefined,
    by: isNumber(by) ? by : undefined,
    start_time: readTime(query, 'from'),
    end_time: readTime(query, 'to'),
  }
}

export const isFact = (text: string) => /^[^:]+:./.test(text)
