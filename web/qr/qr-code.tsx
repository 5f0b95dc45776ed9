import { useMemo } from 'react'
import { encode } from 'uqr'

type QrCodeProps = {
  text: string
  /** A description of the code for screen readers. */
  label: string
  className?: string
}

/**
 * Dark on light with a quiet zone, as cameras expect. It is not in `ui`, because every page loads
 * the components there.
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
