import { Drawing } from './drawing.tsx'

/** Frame times without the product are restless. With it, they are a flat line. */
const restless =
  'M-4 120l18-16 12 22 14-34 12 40 16-52 12 46 14-20 14 32 12-60 16 62 12-38 14 24 14-44 12 58 16-30 12 14 14-46 14 52 12-24 16 18 12-40 14 36 14-18 12 20 16-26 12 12 16-20'

export function FrameTimes() {
  return (
    <Drawing>
      <path d="M0 45h360M0 90h360M0 135h360M0 180h360" strokeOpacity="0.3" strokeDasharray="1 7" />
      <path d={restless} strokeOpacity="0.6" strokeLinejoin="round" />
      <path
        d="M0 158h60l6-3 8 4 8-1h66l7-4 8 4h92l6-3 7 4 8-1h84"
        strokeWidth="3"
        strokeLinejoin="round"
        className="stroke-ink"
      />
      <path
        d="M0 158h60l6-3 8 4 8-1h66l7-4 8 4h92l6-3 7 4 8-1h84V225H0z"
        className="fill-ink stroke-none"
        fillOpacity="0.05"
      />
      <path d="M300 148v20" strokeWidth="2" className="stroke-ink" />
      <circle cx="300" cy="158" r="5" strokeWidth="2.5" className="fill-well stroke-ink" />
    </Drawing>
  )
}
