import { Drawing } from './drawing.tsx'

/** The house's cut corner as armour, plate behind plate. */
const plate = 'M-62 -74h124v104l-44 44h-80z'

export function Plates() {
  return (
    <Drawing>
      {[4, 3, 2, 1].map((depth) => (
        <path
          key={depth}
          d={plate}
          transform={`translate(${156 + depth * 22} ${116 - depth * 6}) scale(${1 - depth * 0.06})`}
          strokeOpacity={0.95 - depth * 0.2}
          className="fill-well"
        />
      ))}
      <path
        d={plate}
        transform="translate(156 116)"
        strokeWidth="2.5"
        className="fill-panel stroke-ink"
      />
      <path d="M140 108v-14a16 16 0 0 1 32 0v14" strokeWidth="2.5" className="stroke-ink" />
      <path d="M132 108h48v30l-10 10h-38z" className="fill-ink stroke-none" />
      <path d="M156 122v10" strokeWidth="3" className="stroke-panel" />
      <path
        d="M20 58h46M36 78h30M12 98h54M28 138h38M44 158h22M16 178h50"
        strokeDasharray="10 6 3 6"
        className="stroke-faint"
        strokeOpacity="0.55"
      />
    </Drawing>
  )
}
