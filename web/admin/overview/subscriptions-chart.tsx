import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { Charts } from '#contract/overview.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  binName,
  count,
  grid,
  Legend,
  longBin,
  type Series,
  shortBin,
  shortCount,
  sumOf,
  Tip,
  tick,
} from './chart-parts.tsx'

/** Told apart by colour and by dashes; more lines than these nobody follows. */
const strokes = [
  { color: 'var(--color-success)', dashes: '' },
  { color: 'var(--color-warning)', dashes: '7 3' },
  { color: 'var(--color-ink)', dashes: '16 3' },
  { color: 'var(--color-danger)', dashes: '10 3 2 3' },
  { color: 'var(--color-signal)', dashes: '2 3' },
]
const rest = { key: 'rest', label: 'All others', color: 'var(--color-faint)', dashes: '1 4' }

/** How many subscriptions of each game were running at the end of each day, week or month. */
export function SubscriptionsChart({ charts, busy }: ChartProps) {
  const games = charts.subscriptions
  const { series, rows } = linesOf(charts)
  const now = sumOf(games.map(({ active }) => active.at(-1)!))
  return (
    <ChartCard
      title="Active subscriptions by game"
      sum={`${count(now)} now, by ${charts.bin}`}
      empty={games.length === 0 && 'No subscription was running in these days.'}
      busy={busy}
      legend={<Legend series={series} />}
      numbers={{
        caption: `Active subscriptions by ${charts.bin} and game`,
        headers: [binName[charts.bin], ...games.map(({ game_name }) => game_name)],
        rows: charts.from.map((from, at) => ({
          name: longBin(charts.bin, from),
          cells: games.map(({ active }) => count(active[at]!)),
        })),
      }}
    >
      <LineChart data={rows} accessibilityLayer={false}>
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="from"
          tickFormatter={shortBin(charts.bin)}
          tick={tick}
          minTickGap={24}
          {...axis}
        />
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
          content={(tip) => <Tip {...tip} bin={charts.bin} series={series} show={count} />}
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
function linesOf({ from: starts, subscriptions: games }: Charts) {
  const fits = games.length <= strokes.length
  const own = fits ? games : games.slice(0, strokes.length)
  const others = games.slice(own.length)
  const series: Series[] = own.map(({ game_id, game_name }, at) => ({
    key: String(game_id),
    label: game_name,
    ...strokes[at]!,
  }))
  if (others.length > 0) series.push(rest)
  const rows = starts.map((from, at) => ({
    from,
    ...Object.fromEntries(own.map(({ game_id, active }) => [String(game_id), active[at]!])),
    ...(others.length > 0 && { rest: sumOf(others.map(({ active }) => active[at]!)) }),
  }))
  return { series, rows }
}
