/** Converts a share from 0 to 1 to whole percent. */
export const percentOf = (part: number) => Math.floor(part * 100)

type ProgressProps = {
  /** From 0 to 1. At 1 the server still checks the file. */
  part: number
  /** Shown instead of the uploaded share. */
  text?: string | undefined
}

export function Progress({ part, text }: ProgressProps) {
  const percent = percentOf(part)
  const sent = part < 1 ? `${percent}% uploaded` : 'Checking the file…'
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
