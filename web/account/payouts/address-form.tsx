import { coinName } from '#contract/coins.ts'
import { type CustomerPayout, memoName, payouts } from '#contract/payouts.ts'
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
        label={network === 'lightning' ? 'Invoice of your wallet' : `Your address for ${coin}`}
        hint="Copy it from your own wallet. What is sent to a wrong address is lost."
        rows={3}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...form.input('address')}
      />
      {takes_memo && (
        <TextField
          label={memoName(network)}
          hint="Exchanges need one. Leave it empty only if your wallet names none."
          autoComplete="off"
          maxLength={100}
          {...form.input('memo')}
        />
      )}
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <Button type="submit" look="primary" size="large" wide loading={form.pending}>
        Continue
      </Button>
      <p className="text-faint text-sm">
        We mail a code to {email}, which confirms the address. We never ask for a password or a
        seed.
      </p>
    </form>
  )
}
