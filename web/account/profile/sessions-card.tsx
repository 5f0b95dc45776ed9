import { useRevalidator } from 'react-router'
import { type OwnSession, sessions } from '#contract/platform/sessions.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { formatMoment } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

/** `listed` is undefined if the sessions could not be loaded. */
export function SessionsCard({ listed }: { listed: OwnSession[] | undefined }) {
  const { revalidate, state } = useRevalidator()
  return (
    <Card>
      <CardHeader
        title="Signed-in browsers"
        detail="If you do not recognize one, sign it out and change your password."
        actions={listed && listed.length > 1 && <SignOutOthers />}
      />
      {listed ? (
        <ul className="-mt-2 -mb-4 divide-y divide-line">
          {listed.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <ErrorBox onRetry={revalidate} retrying={state === 'loading'}>
          Your signed-in browsers could not be loaded.
        </ErrorBox>
      )}
    </Card>
  )
}

function Row({ session }: { session: OwnSession }) {
  const { device, address, created_at, last_seen_at, current } = session
  return (
    <li className="flex items-center justify-between gap-4 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {device}
          {current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-faint text-sm">
          {address && <>{address} · </>}
          {current ? (
            'Active now'
          ) : (
            <>
              Last seen <TimeAgo at={last_seen_at} />
            </>
          )}
        </p>
        <p className="text-faint text-sm">Signed in {formatMoment(created_at)}</p>
      </div>
      {!current && <SignOut session={session} />}
    </li>
  )
}

/** Signs out without a confirmation, because the customer can simply sign in again. */
function SignOut({ session: { id, device, created_at } }: { session: OwnSession }) {
  const action = useAction(sessions.end, {
    done: 'Browser signed out',
    failed: 'Failed to sign the browser out',
  })
  return (
    <Button
      loading={action.pending}
      onClick={() => action.run({ params: { id } })}
      aria-label={`Sign out ${device}, signed in ${formatMoment(created_at)}`}
    >
      Sign Out
    </Button>
  )
}

function SignOutOthers() {
  const action = useAction(sessions.endOthers, {
    done: 'Other browsers signed out',
    failed: 'Failed to sign the other browsers out',
  })
  return (
    <ConfirmAction
      action={action}
      input={[]}
      title="Sign out all other browsers?"
      confirm="Sign Out"
      cancel="Cancel"
      danger
      button={(ask) => <Button onClick={ask}>Sign Out All Others</Button>}
    >
      <p className="text-soft">
        Only this browser stays signed in. Loaders on your computers stay signed in too: you can
        sign them out under Devices.
      </p>
    </ConfirmAction>
  )
}
