import { type CustomerPayout, memoName, payouts } from '#contract/selling/payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { linkFailed } from '../mail-link.tsx'

type AddressFormProps = {
  token: string
  payout: CustomerPayout
  onAnswer: (payout: CustomerPayout) => void
}

/** Asks for the payout address. The coin and its network are those of the payment. */
export function AddressForm({ token, payout, onAnswer }: AddressFormProps) {
  const { currency, network, takes_memo, email } = payout
  const form = useEndpointForm(payouts.address, {
    initial: { address: '', memo: '' },
    toInput: (given) => ({ body: { token, ...given } }),
    failed: linkFailed,
    reload: 'never',
    onDone: onAnswer,
    unasked: 'code',
  })
  const coin = coinName(currency)
  return (
    <form {...form.attributes} className="grid gap-5">
      <TextArea
        label={network === 'lightning' ? 'Lightning invoice' : `Your ${coin} address`}
        hint="Copy it from your own wallet. Coins sent to a wrong address are lost."
        rows={3}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...form.input('address')}
      />
      {takes_memo && (
        <TextField
          label={memoName(network)}
          hint="Exchanges require one. Leave it empty only if your wallet shows none."
          autoComplete="off"
          maxLength={100}
          {...form.input('memo')}
        />
      )}
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <Button type="submit" look="primary" size="large" wide loading={form.pending}>
        Continue
      </Button>
      <p className="text-faint text-sm [overflow-wrap:anywhere]">
        We email a code to {email} to confirm the address. We never ask for a password or a seed
        phrase.
      </p>
    </form>
  )
}
