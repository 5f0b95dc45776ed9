import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../ui/toast.ts'

const flag = 'discordLinked'

/** Confirms a new link once. A reload or Back does not repeat the message. */
export function useLinkedMessage(isLinked: boolean) {
  const [query, setQuery] = useSearchParams()
  const isBack = query.get(flag) === 'true'
  useEffect(() => {
    if (!isBack) return
    // Show it only if the account is linked, because anyone can enter the URL.
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
