import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { clock } from '#server/kernel/time/clock.ts'
import type { Job } from './jobs.ts'

/** The schedule of the jobs, evaluated by the shop's clock. */
export function crontabOf(jobs: readonly Job[]): ParsedCronItem[] {
  return parsed(jobs).map((item) => ({ ...item, match: byClock(item.match) }))
}

function parsed(jobs: readonly Job[]) {
  return parseCronItems(
    jobs.flatMap(({ cron = {}, name, attempts = 25 }) => {
      const options = { backfillPeriod: 3_600_000, maxAttempts: attempts }
      if (typeof cron === 'string') return [{ task: name, match: cron, identifier: name, options }]
      return Object.entries(cron).map(([match, payload]) => {
        const identifier = `${name} ${JSON.stringify(payload)}`
        return { task: name, match, identifier, payload: payload as object, options }
      })
    }),
  )
}

type Match = ParsedCronItem['match']

/**
 * The worker asks once for every minute of the machine's clock. If the shop's clock was moved, this
 * translates it, and runs that were missed while no process ran are not made up.
 */
function byClock(match: Match): Match {
  return (asked) => {
    if (clock.ahead() === 0) return match(asked)
    const now = minuteOf(clock.machine())
    const isNow = asked.min === now.min && asked.hour === now.hour && asked.date === now.date
    return isNow && match(minuteOf(clock.now()))
  }
}

function minuteOf(at: number): Parameters<Match>[0] {
  const date = new Date(at)
  return {
    min: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    date: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    dow: date.getUTCDay(),
  }
}

/**
 * Returns the jobs whose schedule includes a time after `from` and up to `to` (milliseconds since
 * 1970), each once.
 */
export function runsBetween(jobs: readonly Job[], from: number, to: number) {
  return parsed(jobs)
    .filter(({ match }) => {
      for (let at = from + 60_000; at <= to; at += 60_000) if (match(minuteOf(at))) return true
      return false
    })
    .map(({ identifier, task, payload = {} }) => ({
      identifier,
      job: jobs.find(({ name }) => name === task)!,
      payload,
    }))
}
