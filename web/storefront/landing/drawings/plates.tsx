import { Drawing } from './drawing.tsx'

/** The cut corner of the design system as armour, plate behind plate. */
const plate = 'M-62 -74h124v104l-44 44h-80z'

export function Plates() {
  return (
    <Drawing>
      <path
        d="M-60 28h150M-40 56h118M-80 84h150M-20 112h90M-60 140h142M-30 168h104M-70 196h150"
        strokeDasharray="10 6 3 6"
        strokeOpacity="0.55"
      />
      <path d="M290 62h160M302 112h120M290 162h150" strokeDasharray="1 7" strokeOpacity="0.55" />
      {[4, 3, 2, 1].map((depth) => (
        <path
          key={depth}
          d={plate}
          transform={`translate(${170 + depth * 22} ${112 - depth * 2}) scale(${0.78 - depth * 0.05})`}
          strokeOpacity={0.95 - depth * 0.2}
          className="fill-well"
        />
      ))}
      <g transform="translate(170 112) scale(0.78)">
        <path d={plate} strokeWidth="3" className="fill-panel stroke-ink" />
        <path d="M-16 -8v-14a16 16 0 0 1 32 0v14" strokeWidth="3" className="stroke-ink" />
        <path d="M-24 -8h48v30l-10 10h-38z" className="fill-ink stroke-none" />
        <path d="M0 5v10" strokeWidth="3.5" className="stroke-panel" />
      </g>
    </Drawing>
  )
}
