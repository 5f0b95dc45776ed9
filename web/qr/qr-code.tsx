import { useMemo } from 'react'
import { encode } from 'uqr'

type QrCodeProps = {
  text: string
  /** What the code says, for screen readers. */
  label: string
  className?: string
}

/**
 * Dark on light, as cameras expect it, with the quiet edge that they need. Not of `ui`, whose parts every
 * page loads.
 */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} className="fill-ink" />
      <path d={path} className="fill-ground" />
    </svg>
  )
}

function draw(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const dark = data.flatMap((row, y) => row.map((set, x) => (set ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: dark.join('') }
}
