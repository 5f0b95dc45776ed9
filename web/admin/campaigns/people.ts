import { formatCount } from '../../format.ts'

/** `1 person`, `1,234 people`. */
export function people(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`
}
