import { CircleCheck, RefreshCwOff } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CardRenewal, renewals } from '#contract/renewals.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { isRefused, messageOf } from '../../api/error.ts'
import { formatDay, formatPrice } from '../../format.ts'
import { everyOf } from '../../renewal-words.ts'
import { Head } from '../../shell/head.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { AuthPage } from '../auth-page.tsx'
import type { Route } from './+types/stop-page'

const title = 'Stop a renewal'
const failed = 'This did not work. Please try again.'

/** Only looks: mail programs open links by themselves, and that is nobody's choice. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    const renewal = await api(renewals.readLink, { body: { token } })
    return { token, renewal, error: null, again: false }
  } catch (error) {
    const wrong = isRefused<typeof renewals.readLink>(error, 'incomplete_link', 'invalid')
    const said = wrong
      ? 'This link is not complete. Please open it from the mail again.'
      : messageOf(error, failed)
    return { token, renewal: null, error: said, again: !wrong }
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

export default function StopPage({ loaderData }: Route.ComponentProps) {
  const { token, renewal, error, again } = loaderData
  const { revalidate, state } = useRevalidator()
  return (
    <AuthPage title={title}>
      <Head title={title} description="Have a card charged no more." />
      {renewal ? (
        <Stop token={token} found={renewal} />
      ) : (
        <ErrorBox
          action={
            again && (
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

function Stop({ token, found }: { token: string; found: CardRenewal }) {
  const [renewal, setRenewal] = useState(found)
  const { run, pending, error } = useAction(renewals.stopByLink, {
    failed,
    say: messageOf,
    reload: 'never',
    onDone: setRenewal,
  })
  const { product_name: product, price, plan, ends, state } = renewal
  const over = state === 'stopping' || state === 'ended'
  const Icon = over ? CircleCheck : RefreshCwOff
  return (
    <div className="grid gap-6">
      <div role="status" className="flex gap-4">
        <Icon size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <p className="min-w-0 break-words text-soft">
          <strong className="text-ink">{product}</strong>{' '}
          {over
            ? `does not renew. Nothing more is charged; your time stays until ${formatDay(ends)}.`
            : `renews ${everyOf(plan)} at ${formatPrice(price)}. Stop it and nothing more is charged; your time stays until ${formatDay(ends)}.`}
        </p>
      </div>
      {error && <ErrorBox>{error}</ErrorBox>}
      {over ? (
        <LinkButton to="/dashboard?t=subscriptions" size="large" wide>
          See my subscriptions
        </LinkButton>
      ) : (
        <Button
          look="primary"
          size="large"
          wide
          loading={pending}
          onClick={() => run({ body: { token } })}
        >
          Stop the renewal
        </Button>
      )}
    </div>
  )
}
