import { Drawing } from './drawing.tsx'

/** Positions of scattered shots that miss the target. */
const strays = [
  [74, 168],
  [98, 142],
  [112, 151],
  [129, 118],
  [147, 133],
  [256, 70],
  [238, 88],
  [282, 58],
]
const group = [
  [176, 109],
  [184, 116],
  [179, 120],
  [188, 108],
  [182, 104],
]

export function Reticle() {
  return (
    <Drawing>
      {[28, 62, 100, 142].map((radius) => (
        <circle key={radius} cx="180" cy="112" r={radius} strokeOpacity={0.75 - radius / 220} />
      ))}
      <path d="M180 0v70M180 154v71M0 112h138M222 112h138" strokeOpacity="0.5" />
      <path d="M66 160 Q120 150 148 126 T178 113" strokeDasharray="2 6" className="stroke-faint" />
      {strays.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3.5" className="fill-lifted" />
      ))}
      {group.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3.5" className="fill-ink stroke-none" />
      ))}
      <path
        d="M158 100v-10h10M192 90h10v10M202 124v10h-10M168 134h-10v-10"
        strokeWidth="2.5"
        className="stroke-ink"
      />
    </Drawing>
  )
}
