import type { Game } from '#contract/games.ts'

export const highestPrice = 60

export type Filter = { search: string; maxPrice: number }

export const noFilter: Filter = { search: '', maxPrice: highestPrice }

/** Listed games whose name has every word of the search, up to the price, in dollars. */
export function filterGames(games: readonly Game[], { search, maxPrice }: Filter): Game[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return games.filter((game) => {
    const name = game.name.toLowerCase()
    return !game.hidden && game.price <= maxPrice && words.every((word) => name.includes(word))
  })
}
