import { type RawBuilder, sql } from 'kysely'

type Moment = RawBuilder<unknown>

export const milliseconds = (moment: Moment) =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::bigint`

/** An `Interval` as JSON, with more fields if given. */
export const intervalJson = (from: Moment, to: Moment, more?: RawBuilder<unknown>) =>
  sql`json_build_object('from', ${milliseconds(from)}, 'to', ${milliseconds(to)}
    ${more ? sql`, ${more}` : sql``})`

export const intervalsJson = (from: Moment, to: Moment, more?: RawBuilder<unknown>) =>
  sql`coalesce(json_agg(${intervalJson(from, to, more)}), '[]')`
