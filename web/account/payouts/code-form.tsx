import { type CustomerPayout, memoName, payouts } from '#contract/selling/payouts.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { linkFailed } from '../mail-link.tsx'
import { InFours } from './in-fours.tsx'

type CodeFormProps = {
  token: string
  payout: CustomerPayout
  address: string
  onAnswer: (payout: CustomerPayout) => void
  onAnother: () => void
}

/** Asks for the mailed code and shows the address that it confirms. */
export function CodeForm({ token, payout, address, onAnswer, onAnother }: CodeFormProps) {
  const bodyOf = (code: string) => ({ token, code, address, memo: payout.memo ?? '' })
  const form = useEndpointForm(payouts.confirm, {
    initial: { code: '' },
    toInput: ({ code }) => ({ body: bodyOf(code) }),
    async send({ code }) {
      const body = bodyOf(code)
      try {
        return await api(payouts.confirm, { body })
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) await showNow()
        throw error
      }
    },
    failed: linkFailed,
    reload: 'never',
    onDone: onAnswer,
    unasked: 'code',
  })
  /** Shows the current state below the error, because another page has changed the payout. */
  async function showNow() {
    const now = await api(payouts.read, { body: { token } }).catch(() => null)
    if (now) onAnswer(now)
  }
  return (
    <form {...form.attributes} className="grid gap-5">
      <div>
        <p className="label">Compare with your wallet</p>
        <p className="mt-2">
          <InFours text={address} />
        </p>
        {payout.memo && (
          <p className="mt-2 text-soft">
            {memoName(payout.network)} <strong className="font-mono text-ink">{payout.memo}</strong>
          </p>
        )}
      </div>
      <TextField
        label="Code from the email"
        hint={`Sent to ${payout.email}. It expires after 15 minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        {...form.input('code')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <Button type="submit" look="primary" size="large" wide loading={form.pending}>
        Confirm address
      </Button>
      <Button wide onClick={onAnother}>
        Use another address or code
      </Button>
    </form>
  )
}
