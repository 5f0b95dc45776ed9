import { CircleCheck, MailX } from 'lucide-react'
import { useState } from 'react'
import type { MailPreference, mailPreferences } from '#contract/platform/mail-preferences.ts'
import { useAction } from '../api/action.ts'
import { api } from '../api/client.ts'
import { messageOf } from '../api/error.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import type { Route } from './+types/unsubscribe'
import { linkFailed, MailLinkFallback, MailLinkPage, readMailLink } from './mail-link.tsx'

const title = 'Unsubscribe'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readMailLink(request, (token) => {
    const endpoint = { method: 'POST', path: '/unsubscribe/preference' } as const
    return api<typeof mailPreferences.get>(endpoint, { body: { token } })
  })

export const HydrateFallback = () => <MailLinkFallback title={title} />

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  return (
    <MailLinkPage title={title} description="Stop getting news by email." read={loaderData}>
      {(preference) => <Preference token={loaderData.token} found={preference} />}
    </MailLinkPage>
  )
}

function wordsOf({ about, subscribed }: MailPreference) {
  if (about === 'news')
    return subscribed ? 'Stop sending news to ' : 'You are unsubscribed. We no longer send news to '
  return subscribed
    ? 'Stop sending emails about new releases to '
    : 'You are unsubscribed. We no longer send emails about new releases to '
}

function Preference({ token, found }: { token: string; found: MailPreference }) {
  const [preference, setPreference] = useState(found)
  const body = { token }
  const change = (stop: boolean) =>
    stop
      ? api<typeof mailPreferences.stop>({ method: 'POST', path: '/unsubscribe' }, { body })
      : api<typeof mailPreferences.resume>({ method: 'POST', path: '/resubscribe' }, { body })
  const { run, pending, error } = useAction(change, {
    failed: linkFailed,
    say: messageOf,
    reload: 'never',
    onDone: setPreference,
  })
  const Icon = preference.subscribed ? MailX : CircleCheck
  return (
    <div className="grid gap-6">
      <div role="status" className="flex gap-4">
        <Icon size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <p className="min-w-0 break-words text-soft">
          {wordsOf(preference)}
          <strong className="text-ink">{preference.email}</strong>
          {preference.subscribed ? '? ' : '. '}
          You will still get emails about your account, such as receipts and support replies.
        </p>
      </div>
      {error && <ErrorBox>{error}</ErrorBox>}
      {preference.subscribed ? (
        <Button look="primary" size="large" wide loading={pending} onClick={() => run(true)}>
          Unsubscribe
        </Button>
      ) : (
        <Button size="large" wide loading={pending} onClick={() => run(false)}>
          Subscribe Again
        </Button>
      )}
    </div>
  )
}
