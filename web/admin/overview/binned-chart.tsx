import { Bar, BarChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { formatShortCount } from '../../format.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartProps } from './chart-cards.tsx'
import {
  axis,
  binName,
  cursor,
  grid,
  Legend,
  longBin,
  type Series,
  shortBin,
  Tip,
  tick,
} from './chart-parts.tsx'

type BinnedChartProps = Omit<ChartProps, 'days'> & {
  title: string
  sum: string
  /** Shown in place of an empty chart. */
  empty: string | false
  series: readonly Series[]
  /** A row for each day, week or month, with the value of each series by its key. */
  rows: readonly Record<string, number | string>[]
  caption: string
  /** The columns of the table, if it has more than the series. */
  columns?: readonly { header: string; values: readonly number[] }[]
  show: (value: number) => string
  /** Shown before the numbers at the axis. */
  unit?: string
  look?: 'bars' | 'lines'
}

/** Values by day, week or month, as stacked bars or lines. */
export function BinnedChart(props: BinnedChartProps) {
  const { charts, busy, title, sum, empty, series, rows, caption, show } = props
  const { unit = '', look = 'bars' } = props
  const {
    columns = series.map(({ key, label }) => ({
      header: label,
      values: rows.map((row) => Number(row[key])),
    })),
  } = props
  const frame = (
    <>
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
        allowDecimals={unit !== ''}
        tickFormatter={(value) =>
          `${value < 0 ? '−' : ''}${unit}${formatShortCount(Math.abs(value))}`
        }
        tick={tick}
        {...axis}
        axisLine={false}
      />
      <Tooltip
        cursor={look === 'bars' ? cursor : { stroke: 'var(--color-edge)' }}
        content={(tip) => <Tip {...tip} bin={charts.bin} series={series} show={show} />}
      />
    </>
  )
  return (
    <ChartCard
      {...{ title, sum, empty, busy }}
      legend={(series.length > 1 || look === 'lines') && <Legend series={series} />}
      numbers={{
        caption,
        headers: [binName[charts.bin], ...columns.map(({ header }) => header)],
        rows: charts.from.map((from, at) => ({
          name: longBin(charts.bin, from),
          cells: columns.map(({ values }) => show(values[at]!)),
        })),
      }}
    >
      {look === 'bars' ? (
        <BarChart data={[...rows]} accessibilityLayer={false} barCategoryGap="18%">
          {frame}
          {series.map(({ key, color }) => (
            <Bar key={key} dataKey={key} stackId="bin" fill={color} isAnimationActive={false} />
          ))}
        </BarChart>
      ) : (
        <LineChart data={[...rows]} accessibilityLayer={false}>
          {frame}
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
      )}
    </ChartCard>
  )
}
