import { type SetupState, setup } from '#contract/setup.ts'
import { useAction } from '../../api/action.ts'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'

export function OpenStep({ state }: { state: SetupState }) {
  const open = useAction(setup.open, {
    done: 'The shop is open',
    failed: 'Failed to open the shop',
    onDone: () => tellClosed(false),
  })
  if (state.opened_at !== null) {
    return (
      <div className="grid gap-5">
        <p className="text-soft">The shop is open: visitors come in.</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/admin" look="primary">
            Back-office
          </LinkButton>
          <LinkButton to="/" reloadDocument>
            Look at the shop
          </LinkButton>
        </div>
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        Until then visitors read ‘This shop opens soon’. You can prepare products, pages and words
        in the back-office first: staff see everything.
      </p>
      {open.error && <ErrorBox>{open.error}</ErrorBox>}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" loading={open.pending} onClick={() => open.run()}>
          Open the Shop
        </Button>
        <LinkButton to="/admin">Back-office</LinkButton>
      </div>
    </div>
  )
}
