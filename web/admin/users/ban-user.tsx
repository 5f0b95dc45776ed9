import { Ban } from 'lucide-react'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { banEffects } from './ban-effects.ts'

const reasons = [
  'Loader tampering',
  'Account sharing',
  'Chargeback',
  'Abuse of staff',
  'Other',
] as const

type Fields = { reason: (typeof reasons)[number]; ban_reason: string }

type BanUserProps = {
  user: User
  /** How many card renewals the ban would stop. */
  renewing: number
}

/** Bans a user with a reason. */
export function BanUser({ user, renewing }: BanUserProps) {
  const { uid, username } = user
  return (
    <ActionDialog<typeof staffUsers.change, Fields>
      call={staffUsers.change}
      draft={`ban ${uid}`}
      initial={{ reason: reasons[0], ban_reason: '' }}
      toInput={({ reason, ban_reason }) => ({
        params: { uid },
        body: { banned: true, ban_reason: reason === 'Other' ? ban_reason : reason },
      })}
      button={(open) => (
        <Button onClick={open}>
          <Ban size={16} aria-hidden="true" />
          Ban
        </Button>
      )}
      title={isolated`Ban ${username}?`}
      submit="Ban"
      look="danger"
      done="User banned"
      failed="Failed to ban the user"
      reload="always"
    >
      {(form) => (
        <>
          <RadioGroup
            legend="Reason"
            look="rows"
            options={reasons.map((value) => ({ value, label: value }))}
            {...form.control('reason')}
          />
          {form.values.reason === 'Other' && (
            <TextField
              label="Details"
              maxLength={300}
              autoComplete="off"
              {...form.input('ban_reason')}
            />
          )}
          <ul className="grid list-disc gap-1 pl-5 text-soft text-sm">
            {banEffects(user, renewing).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </>
      )}
    </ActionDialog>
  )
}
