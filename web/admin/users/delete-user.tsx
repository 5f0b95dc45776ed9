import { Trash2 } from 'lucide-react'
import { type RemovalEffects, staffUsers, type User } from '#contract/people/staff-users.ts'
import { IconButton } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'
import { Effects } from '../effects.tsx'

/** Permanently deletes a user after a confirmation with a reason. */
export function DeleteUser({ user: { uid, username } }: { user: User }) {
  const params = { uid }
  return (
    <AskReason
      draft={`delete-user ${uid}`}
      call={staffUsers.remove}
      toInput={(reason) => ({ params, body: { reason } })}
      button={(ask) => (
        <IconButton
          label={`Delete ${username}`}
          icon={<Trash2 size={17} />}
          size="small"
          className="hover:text-danger"
          onClick={ask}
        />
      )}
      title="Delete User"
      confirm="Okay"
      done={`User with ID ${uid} deleted successfully`}
      failed="Failed to delete user"
    >
      <p className="text-ink">Are you sure you want to delete this user?</p>
      <p>
        <strong className="text-ink">{username}</strong> is signed out permanently. Name, address,
        Discord link, devices and infractions are deleted. Orders and tickets are kept under
        “Deleted user”. The reason is kept too, so leave the name out of it. This cannot be undone.
      </p>
      <Effects call={staffUsers.previewRemove} input={{ params }} toSentences={sentencesOf} />
    </AskReason>
  )
}

/** The sentences about what ends and what continues. A kind with a count of zero is left out. */
const says: [keyof RemovalEffects, keyof RemovalEffects['ends'], string, string][] = [
  [
    'ends',
    'subscriptions',
    'subscription ends, with the time left',
    'subscriptions end, with the time left',
  ],
  ['ends', 'renewals', 'card renewal ends', 'card renewals end'],
  ['ends', 'payouts', 'offer of coins is withdrawn', 'offers of coins are withdrawn'],
  ['ends', 'tickets', 'open ticket is closed', 'open tickets are closed'],
  [
    'ends',
    'api_keys',
    'API key that they made is revoked: what uses it is refused',
    'API keys that they made are revoked: what uses them is refused',
  ],
  [
    'stays',
    'disputes',
    'dispute stays open: its evidence is kept until the bank has decided',
    'disputes stay open: their evidence is kept until the bank has decided',
  ],
  [
    'stays',
    'payouts',
    'payout to an address that was given is still to be sent',
    'payouts to addresses that were given are still to be sent',
  ],
]

export function sentencesOf(effects: RemovalEffects): string[] {
  const said = says.flatMap(([what, kind, one, many]) => {
    const count = effects[what][kind]
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return said.length > 0 ? said : ['Nothing of this user is active']
}
