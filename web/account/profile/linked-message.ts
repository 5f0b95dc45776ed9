import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../ui/toast.ts'

const flag = 'discordLinked'

/** Tells of a link that was just made, once: a reload or the way back does not say it again. */
export function useLinkedMessage(isLinked: boolean) {
  const [query, setQuery] = useSearchParams()
  const isBack = query.get(flag) === 'true'
  useEffect(() => {
    if (!isBack) return
    // Anybody can type the address.
    if (isLinked) toast.success('Discord account successfully linked!')
    setQuery(
      (before) => {
        before.delete(flag)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isBack, isLinked, setQuery])
}
