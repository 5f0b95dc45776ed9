import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { terms } from '#contract/terms.ts'
import { addGame } from './add-game.ts'

/**
 * Fills the cart by `?add={game}&term={months}`, as the links in mails say: once, and then the
 * address is clean. True while the game is being fetched.
 */
export function useRenewalLink(): boolean {
  const [query, setQuery] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const honoured = useRef(false)
  const [game, term] = [query.get('add'), query.get('term')]
  useEffect(() => {
    if (game === null) honoured.current = false
    if (game === null || honoured.current) return
    honoured.current = true
    const months = terms.find(({ months }) => String(months) === term)?.months ?? 1
    setQuery({}, { replace: true })
    if (!/^[1-9]\d{0,14}$/.test(game)) return
    setAdding(true)
    addGame(Number(game), months).finally(() => setAdding(false))
  }, [game, term, setQuery])
  return adding
}
