import type { Game } from '#contract/games.ts'

export type Featured = Pick<Game, 'id' | 'name' | 'price' | 'terms'>

/** The game that the operator features, if it is sold; without what its plans do not show. */
export function findFeatured(games: readonly Game[]): Featured | null {
  const game = games.find(({ featured, disabled }) => featured && !disabled)
  return game ? planned(game) : null
}

/** What the plans of a game are made from. */
export const planned = ({ id, name, price, terms }: Game): Featured => ({ id, name, price, terms })
