/** A part of a whole, from 0 to 1, in whole percent. */
export const percentOf = (part: number) => Math.floor(part * 100)

type ProgressProps = {
  /** From 0 to 1; at the end the server still checks what it got. */
  part: number
  /** In place of how much has been sent. */
  text?: string | undefined
}

/** How far an upload is. */
export function Progress({ part, text }: ProgressProps) {
  const percent = percentOf(part)
  const sent = part < 1 ? `${percent}% sent` : 'Checking the file…'
  return (
    <div className="grid gap-2">
      <progress
        aria-label="Upload"
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-clip rounded-sm bg-lifted [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-lifted [&::-webkit-progress-value]:bg-signal"
      />
      <p role="status" className="text-soft text-sm tabular-nums">
        {text ?? sent}
      </p>
    </div>
  )
}
