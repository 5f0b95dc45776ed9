import { Bell, BellOff, Rss } from 'lucide-react'
import { useEffect, useState } from 'react'
import { incidents } from '#contract/outages/incidents.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { loadSession, signInPath } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

/** Undefined until it is loaded, null for anonymous visitors. */
type Following = boolean | null | undefined

/** Ways to follow incidents: a feed for everyone, and mails for users with an account. */
export function MailMe() {
  const [on, setOn] = useState<Following>()
  useEffect(() => {
    let left = false
    async function ask() {
      const user = await loadSession()
      const found = user ? (await api(incidents.following)).on : null
      if (!left) setOn(found)
    }
    // If the request fails, the feed is still shown.
    ask().catch(() => {})
    return () => {
      left = true
    }
  }, [])
  const follow = useAction(incidents.follow, {
    done: ({ on }) =>
      on ? 'You will get emails about incidents' : 'You will not get emails about incidents',
    failed: 'Failed to change your email updates',
    failureIn: 'toast',
    reload: 'never',
    onDone: (answer) => setOn(answer.on),
  })
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {on === null && (
        <LinkButton to={signInPath({ pathname: '/status', search: '' })}>
          <Bell size={18} aria-hidden="true" />
          Sign in to get email updates
        </LinkButton>
      )}
      {typeof on === 'boolean' && (
        <Button
          loading={follow.pending}
          onClick={() => follow.run({ body: { on: !on } })}
          aria-pressed={on}
        >
          {on ? <BellOff size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
          {on ? 'Stop email updates' : 'Get email updates'}
        </Button>
      )}
      <a
        href="/status/rss.xml"
        className="inline-flex min-h-11 items-center gap-2 rounded-sm px-2 text-soft transition-colors hover:text-ink"
      >
        <Rss size={18} aria-hidden="true" />
        RSS
      </a>
    </div>
  )
}
