export function printTitle(title: string) {
  console.log(`\n${title}`)
}

export function printRow(what: string, figure: string, aim = '') {
  console.log(`  ${what.padEnd(40)} ${figure.padStart(24)}   ${aim}`)
}

/** Two rates and their ratio, next to the ratio that is aimed at. */
export function printRatio(what: string, ours: number, theirs: number, aim: number) {
  const rates = `${Math.round(ours)} of ${Math.round(theirs)}`
  printRow(what, `${rates}  = ${(ours / theirs).toFixed(2)}`, `aim: ${aim} or better`)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
