const secondsPerWord = 0.27272727

/** Minutes needed to read a text, rounded up: words × 0.27272727 ÷ 60. */
export function readingMinutes(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.ceil((words * secondsPerWord) / 60)
}
