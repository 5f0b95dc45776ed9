export function printTitle(title: string) {
  console.log(`\n${title}`)
}

export function printRow(what: string, figure: string, aim = '') {
  console.log(`  ${what.padEnd(40)} ${figure.padStart(24)}   ${aim}`)
}

/**
 * Prints two rates and their ratio per round: the median, the minimum and the maximum, next to the
 * target ratio, if there is one. `doubt` says why the result is not reliable.
 */
export function printRatio(
  what: string,
  ours: number[],
  theirs: number[],
  aim?: number,
  doubt = '',
) {
  const ratios = ours.map((rate, round) => rate / theirs[round]!)
  const rates = `${Math.round(median(ours))} of ${Math.round(median(theirs))}`
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  printRow(
    what,
    `${rates}  = ${median(ratios).toFixed(2)}`,
    aim ? `${spread}   aim: ${aim} or better` : spread,
  )
  if (doubt) printRow('', '', doubt)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
