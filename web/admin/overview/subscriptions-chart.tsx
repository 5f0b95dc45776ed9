import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { Charts } from '#contract/overview.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  count,
  grid,
  Legend,
  longDay,
  type Series,
  shortCount,
  shortDay,
  sumOf,
  Tip,
  tick,
} from './chart-parts.tsx'

/** Told apart by colour and by dashes; more lines than these nobody follows. */
const strokes = [
  { color: 'var(--color-success)', dashes: '' },
  { color: 'var(--color-warning)', dashes: '7 3' },
  { color: 'var(--color-ink)', dashes: '2 3' },
  { color: 'var(--color-danger)', dashes: '10 3 2 3' },
  { color: 'var(--color-soft)', dashes: '4 4' },
]
const rest = { key: 'rest', label: 'All others', color: 'var(--color-faint)', dashes: '1 4' }

/** How many subscriptions of each game were running at the end of each day. */
export function SubscriptionsChart({ charts, busy }: ChartProps) {
  const games = charts.subscriptions
  const { series, rows } = linesOf(charts)
  const now = sumOf(games.map(({ active }) => active.at(-1)!))
  return (
    <ChartCard
      title="Active subscriptions by game"
      sum={`${count(now)} now`}
      empty={games.length === 0 && 'No subscription was running in these days.'}
      busy={busy}
      legend={<Legend series={series} />}
      numbers={{
        caption: 'Active subscriptions by day and game',
        headers: ['Day', ...games.map(({ game_name }) => game_name)],
        rows: charts.days.map((day, at) => ({
          name: longDay(day),
          cells: games.map(({ active }) => count(active[at]!)),
        })),
      }}
    >
      <LineChart data={rows} accessibilityLayer={false}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="day" tickFormatter={shortDay} tick={tick} minTickGap={24} {...axis} />
        <YAxis
          width={46}
          allowDecimals={false}
          tickFormatter={shortCount}
          tick={tick}
          {...axis}
          axisLine={false}
        />
        <Tooltip
          cursor={{ stroke: 'var(--color-edge)' }}
          content={(tip) => <Tip {...tip} series={series} show={count} />}
        />
        {series.map(({ key, color, dashes }) => (
          <Line
            key={key}
            dataKey={key}
            stroke={color}
            strokeWidth={2}
            {...(dashes && { strokeDasharray: dashes })}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ChartCard>
  )
}

/** A line for each of the largest games, and one for what the others come to. */
function linesOf({ days, subscriptions: games }: Charts) {
  const fits = games.length <= strokes.length
  const own = fits ? games : games.slice(0, strokes.length)
  const others = games.slice(own.length)
  const series: Series[] = own.map(({ game_id, game_name }, at) => ({
    key: String(game_id),
    label: game_name,
    ...strokes[at]!,
  }))
  if (others.length > 0) series.push(rest)
  const rows = days.map((day, at) => ({
    day,
    ...Object.fromEntries(own.map(({ game_id, active }) => [String(game_id), active[at]!])),
    ...(others.length > 0 && { rest: sumOf(others.map(({ active }) => active[at]!)) }),
  }))
  return { series, rows }
}
