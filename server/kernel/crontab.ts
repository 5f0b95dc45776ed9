import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { clock } from './clock.ts'
import type { Job } from './jobs.ts'

/** When the jobs with a schedule run, by the shop's clock. */
export function crontabOf(jobs: readonly Job[]): ParsedCronItem[] {
  return parsed(jobs).map((item) => ({ ...item, match: byClock(item.match) }))
}

function parsed(jobs: readonly Job[]) {
  return parseCronItems(
    jobs
      .filter(({ cron }) => cron)
      .map(({ cron, name, attempts = 25 }) => ({
        task: name,
        match: cron!,
        identifier: name,
        options: { backfillPeriod: 3_600_000, maxAttempts: attempts },
      })),
  )
}

type Match = ParsedCronItem['match']

/**
 * The worker asks once in every minute of the machine's. With a clock that was moved, that minute is
 * another one; what was missed while nothing ran is not made up for then.
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

/** The jobs whose time came after the one and until the other, in milliseconds since 1970. */
export function jobsBetween(jobs: readonly Job[], from: number, to: number): Job[] {
  return parsed(jobs)
    .filter(({ match }) => {
      for (let at = from + 60_000; at <= to; at += 60_000) if (match(minuteOf(at))) return true
      return false
    })
    .map(({ identifier }) => jobs.find(({ name }) => name === identifier)!)
}
