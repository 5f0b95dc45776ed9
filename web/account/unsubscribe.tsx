import { CircleCheck, MailX } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { MailPreference, mailPreferences } from '#contract/mail-preferences.ts'
import { useAction } from '../api/action.ts'
import { api } from '../api/client.ts'
import { isRefused, messageOf } from '../api/error.ts'
import { Head } from '../shell/head.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Loading } from '../ui/spinner.tsx'
import type { Route } from './+types/unsubscribe'
import { AuthPage } from './auth-page.tsx'

const title = 'Unsubscribe'
const failed = 'This did not work. Please try again.'

/** Only looks: mail programs open links by themselves, and that is nobody's choice. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const endpoint = { method: 'POST', path: '/unsubscribe/preference' } as const
  try {
    const preference = await api<typeof mailPreferences.get>(endpoint, { body: { token } })
    return { token, preference, error: null }
  } catch (error) {
    const wrong = isRefused<typeof mailPreferences.get>(error, 'incomplete_link', 'invalid')
    const said = wrong
      ? 'This link is not complete. Please open it from the mail again.'
      : messageOf(error, failed)
    return { token, preference: null, error: said, again: !wrong }
  }
}

export function HydrateFallback() {
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <Loading label="One moment..." />
    </AuthPage>
  )
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const { token, preference, error } = loaderData
  const { revalidate, state } = useRevalidator()
  return (
    <AuthPage title={title}>
      <Head title={title} description="Get no more news by mail." />
      {preference ? (
        <Preference token={token} found={preference} />
      ) : (
        <ErrorBox
          action={
            loaderData.again && (
              <Button size="small" loading={state === 'loading'} onClick={() => revalidate()}>
                Try again
              </Button>
            )
          }
        >
          {error}
        </ErrorBox>
      )}
    </AuthPage>
  )
}

function Preference({ token, found }: { token: string; found: MailPreference }) {
  const [preference, setPreference] = useState(found)
  const body = { token }
  const change = (stop: boolean) =>
    stop
      ? api<typeof mailPreferences.stop>({ method: 'POST', path: '/unsubscribe' }, { body })
      : api<typeof mailPreferences.resume>({ method: 'POST', path: '/resubscribe' }, { body })
  const { run, pending, error } = useAction(change, {
    failed,
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
          {preference.subscribed
            ? 'Send no more news to '
            : 'You are unsubscribed. No more news goes to '}
          <strong className="text-ink">{preference.email}</strong>
          {preference.subscribed ? '? ' : '. '}
          Mail about your own account, such as receipts and answers of support, goes on.
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
