import { useAsk } from '../../api/ask.ts'

export type Option<Data> = {
  id: number
  label: string
  subtitle?: string
  data: Data
  disabled?: boolean
}

export type Load<Data> = (search: string, signal: AbortSignal) => Promise<Option<Data>[]>

type Found<Data> =
  | { state: 'short' | 'searching' | 'failed'; options: [] }
  | { state: 'found'; options: Option<Data>[] }

/**
 * Returns the options that match the text, once the user stops typing. A later text supersedes an
 * earlier one.
 */
export function useOptions<Data>(text: string, minimum: number, load: Load<Data>): Found<Data> {
  const search = text.trim()
  const short = search.length < minimum
  const ask = (wanted: string, { signal }: { signal: AbortSignal }) => load(wanted, signal)
  const { answer, current, asking } = useAsk(ask, short ? null : search, { pause: 300 })
  if (short) return { state: 'short', options: [] }
  if (asking) return { state: 'searching', options: [] }
  return current && answer ? { state: 'found', options: answer } : { state: 'failed', options: [] }
}
