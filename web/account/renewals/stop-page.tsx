import { CircleCheck, RefreshCwOff } from 'lucide-react'
import { useState } from 'react'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { formatDay, formatPrice } from '../../format.ts'
import { afterCode, everyOf, timeLeft } from '../../renewal-words.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { linkFailed, MailLinkFallback, MailLinkPage, readMailLink } from '../mail-link.tsx'
import type { Route } from './+types/stop-page'

const title = 'Stop a renewal'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readMailLink(request, (token) => api(renewals.readLink, { body: { token } }))

export const HydrateFallback = () => <MailLinkFallback title={title} />

export default function StopPage({ loaderData }: Route.ComponentProps) {
  return (
    <MailLinkPage title={title} description="Stop charging a card for a renewal." read={loaderData}>
      {(renewal) => <Stop token={loaderData.token} found={renewal} />}
    </MailLinkPage>
  )
}

function Stop({ token, found }: { token: string; found: CardRenewal }) {
  const [renewal, setRenewal] = useState(found)
  const { run, pending, error } = useAction(renewals.stopByLink, {
    failed: linkFailed,
    say: messageOf,
    reload: 'never',
    onDone: setRenewal,
  })
  const { product_name: product, price, plan, ends, state } = renewal
  const { price_change: change, discount } = renewal
  const over = state === 'stopping' || state === 'ended'
  const Icon = over ? CircleCheck : RefreshCwOff
  return (
    <div className="grid gap-6">
      <div role="status" className="flex gap-4">
        <Icon size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <p className="min-w-0 break-words text-soft">
          <strong className="text-ink">{product}</strong>{' '}
          {over
            ? `does not renew. Nothing more will be charged, and ${timeLeft(ends)}.`
            : `renews ${everyOf(plan)} at ${formatPrice(price)}${discount ? `, ${afterCode(discount.charges)} at ${formatPrice(discount.price)}` : ''}${change ? `, from ${formatDay(change.from)} at ${formatPrice(change.price)}` : ''}. If you stop it, nothing more will be charged, and ${timeLeft(ends)}.`}
        </p>
      </div>
      {error && <ErrorBox>{error}</ErrorBox>}
      {over ? (
        <LinkButton to="/dashboard?t=subscriptions" size="large" wide>
          View my subscriptions
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
