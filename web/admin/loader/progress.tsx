/** How far an upload is, from 0 to 1; at the end the server still checks what it got. */
export function Progress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  const text = part < 1 ? `${percent}% sent` : 'Checking the file…'
  return (
    <div className="grid gap-2">
      <progress
        aria-label="Upload"
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-clip rounded-sm bg-lifted [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-lifted [&::-webkit-progress-value]:bg-signal"
      />
      <p role="status" className="text-soft text-sm tabular-nums">
        {text}
      </p>
    </div>
  )
}
