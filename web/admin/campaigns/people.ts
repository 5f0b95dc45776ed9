const figure = new Intl.NumberFormat('en-US')

/** `1 person`, `1,234 people`. */
export function people(count: number): string {
  return `${figure.format(count)} ${count === 1 ? 'person' : 'people'}`
}
