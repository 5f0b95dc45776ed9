import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { devices } from '#contract/licensing/devices.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nextRelease } from '../devices/next-release.ts'
import { cannotPlayPath } from '../tickets/paths.ts'

type Answer = Result<typeof devices.why>
type WhyProps = {
  productId: number
  product: string
  /** The plan to buy again. Null if the product is not sold. */
  plan: string | null
}

/** Says why access is refused: the answer that the loader on the last used device would get now. */
export function WhyNot({ productId, product, plan }: WhyProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useAction(devices.why, {
    failed: 'The answer could not be loaded. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
    onDone: setAnswer,
  })
  return (
    <>
      <Button
        loading={ask.pending}
        onClick={() => ask.run({ query: { game_id: String(productId) } })}
        aria-label={`Why can’t I play ${product}?`}
      >
        <CircleHelp size={16} aria-hidden="true" />
        Why can’t I play?
      </Button>
      <Dialog
        open={answer !== null}
        onClose={() => setAnswer(null)}
        title={product}
        actions={
          <>
            <Button onClick={() => setAnswer(null)}>Close</Button>
            {answer && (
              <LinkButton look="primary" {...remedyOf(answer, { productId, product, plan })} />
            )}
          </>
        }
      >
        {answer && <Told answer={answer} />}
      </Dialog>
    </>
  )
}

type Remedy = { to: string; children: string }

const status: Remedy = { to: '/status', children: 'View status page' }
const mySubscriptions: Remedy = {
  to: '/dashboard?t=subscriptions',
  children: 'My subscriptions',
}
const myDevices: Remedy = { to: '/dashboard?t=devices', children: 'My devices' }
const myLoader: Remedy = { to: '/dashboard?t=loader', children: 'Get the loader' }
const myOrders: Remedy = { to: '/dashboard?t=orders', children: 'My orders' }

const remedies: Partial<Record<Answer['code'], Remedy>> = {
  PRODUCT_OFFLINE: status,
  MAINTENANCE: status,
  NO_DEVICE: { to: '/link', children: 'Link a Device' },
  DEVICE_MISMATCH: myDevices,
  TOO_MANY_DEVICES: myDevices,
  TOO_MANY_SESSIONS: myDevices,
  BUILD_UNKNOWN: myLoader,
  BUILD_REVOKED: myLoader,
  BUILD_NOT_YOURS: myLoader,
  VERSION_TOO_OLD: myLoader,
}

/** A pause was started in another tab, because otherwise the page would show the button to resume. */
const whenFrozenBy = { pause: mySubscriptions, dispute: myOrders, shop: status }

/** The link to the page that solves the problem. Without such a page, it leads to support. */
function remedyOf({ code, frozen_by }: Answer, { productId, product, plan }: WhyProps): Remedy {
  if (frozen_by) return whenFrozenBy[frozen_by]
  if ((code === 'NO_SUBSCRIPTION' || code === 'EXPIRED') && plan !== null)
    return { to: `/cart?add=${productId}&plan=${plan}`, children: 'Renew' }
  return remedies[code] ?? { to: cannotPlayPath(product), children: 'Contact Support' }
}

function Told({ answer: { code, sentence, advice, device, next_release_at } }: { answer: Answer }) {
  return (
    <div className="grid gap-3">
      <p className="font-[600]">{sentence}</p>
      {advice && <p>{advice}</p>}
      {next_release_at && <p className="text-soft">{nextRelease(next_release_at)}</p>}
      <p className="text-soft text-sm [overflow-wrap:anywhere]">
        {device ? `For ${device}. ` : ''}Loader code: {code}
      </p>
    </div>
  )
}
