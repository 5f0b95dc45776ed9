import { useState } from 'react'
import { memoName } from '#contract/selling/payouts.ts'
import { type StaffPayout, staffPayouts } from '#contract/selling/staff-payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { longestReason } from '#contract/wire/reasons.ts'
import { formatCoins } from '../../account/orders/payment-info.ts'
import { InFours } from '../../account/payouts/in-fours.tsx'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useSession } from '../../session/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Effects, EffectsBox, useEffectsPreview } from '../effects.tsx'
import { refundSentences } from './refund-effects.ts'

/** The names under which unsaved changes are stored when the session ends. */
export const approveDraft = ({ id }: StaffPayout) => `approve-payout ${id}`
export const sentDraft = ({ id }: StaffPayout) => `payout ${id}`

type PayoutDialogProps = { payout: StaffPayout; onClose: () => void }

const sumOf = ({ coins, currency }: StaffPayout) => `${formatCoins(coins)} ${coinName(currency)}`

/** Shows the payout address and the effects, and approves the payout. Mount it to open it. */
export function ApprovePayout({ payout, onClose }: PayoutDialogProps) {
  const { id, address, provider } = payout
  const fromServer = provider === 'btcpay'
  const [byServer, setByServer] = useState(fromServer)
  const params = { id }
  const tried = useEffectsPreview(staffPayouts.effects, { params })
  const form = useEndpointForm(staffPayouts.approve, {
    initial: { reason: '' },
    toInput: ({ reason }) => ({
      params,
      body: { address: address ?? '', by_server: byServer, reason },
    }),
    done: 'Payout approved',
    failed: 'Failed to approve the payout',
    draft: { uid: useSession()?.uid ?? 0, form: approveDraft(payout) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Approve ${sumOf(payout)}`}
      submit="Approve"
      disabled={!tried.answer}
    >
      <Where payout={payout} />
      {fromServer && (
        <Checkbox
          label="Send with BTCPay Server from the store’s wallet"
          hint="Otherwise you send the coins by hand and enter the transaction."
          checked={byServer}
          onChange={(event) => setByServer(event.target.checked)}
        />
      )}
      <EffectsBox tried={tried} toSentences={refundSentences} />
      <TextField
        label="Reason"
        hint="Visible to staff only, in the log."
        autoComplete="off"
        maxLength={longestReason}
        {...form.input('reason')}
      />
    </FormDialog>
  )
}

/** Asks for the network's transaction id of a manual payout. Mount it to open it. */
export function PayoutSent({ payout, onClose }: PayoutDialogProps) {
  const { id } = payout
  const params = { id }
  const form = useEndpointForm(staffPayouts.sent, {
    initial: { transaction_id: '' },
    toInput: (body) => ({ params, body }),
    done: 'Payout marked as sent. The customer gets an email.',
    failed: 'Failed to mark the payout as sent',
    draft: { uid: useSession()?.uid ?? 0, form: sentDraft(payout) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Mark ${sumOf(payout)} as sent`}
      submit="Mark as Sent"
    >
      <Where payout={payout} />
      <TextField
        label="Transaction ID"
        hint="The ID of the transaction on the network."
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        {...form.input('transaction_id')}
      />
      <Effects call={staffPayouts.effects} input={{ params }} toSentences={refundSentences} />
    </FormDialog>
  )
}

function Where({ payout: { address, memo, network } }: { payout: StaffPayout }) {
  return (
    <div>
      <p className="label">Payout address{network && ` (network ${network.toUpperCase()})`}</p>
      <p className="mt-1">{address && <InFours text={address} />}</p>
      {memo && (
        <p className="mt-1 [overflow-wrap:anywhere]">
          {memoName(network)} {memo}
        </p>
      )}
    </div>
  )
}
