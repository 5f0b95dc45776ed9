import type { RouterContextProvider } from 'react-router'
import { discounts } from '#contract/discounts.ts'
import { games } from '#contract/games.ts'
import { ApiError } from '../../api/error.ts'
import { api } from '../../api/server.ts'
import { type Featured, planned } from '../featured.ts'

/** What is known of a code that a link brought. */
export type CodeOffer =
  /** `saving` is in dollars, on a month of the game. */
  | { state: 'counts'; game: Featured; saving: number }
  /** `reason` is a sentence. */
  | { state: 'refused'; reason: string }
  | { state: 'unchecked' }

/** Asks what a code is good for; whoever asks too often, or in vain, is told neither yes nor no. */
export async function readOffer(
  context: Readonly<RouterContextProvider>,
  code: string,
): Promise<CodeOffer> {
  try {
    const { gid, amount } = await api(context, discounts.check, { params: { code }, query: {} })
    const game = await api(context, games.get, { params: { id: String(gid) } })
    return { state: 'counts', game: planned(game), saving: amount }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (![404, 409].includes(error.status)) return { state: 'unchecked' }
    return { state: 'refused', reason: error.message }
  }
}
