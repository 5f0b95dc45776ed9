import { type MissingPart, type SetupState, setup } from '#contract/shop/setup.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { MissingParts } from '../overview/not-set-up.tsx'

export function OpenStep({ state, missing }: { state: SetupState; missing: MissingPart[] }) {
  const lacking = missing.filter((part) => part !== 'opening')
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
      {lacking.length > 0 && (
        <section aria-labelledby="not-set-up">
          <h3 id="not-set-up" className="label">
            Not set up
          </h3>
          <MissingParts missing={lacking} />
          {lacking.includes('mail') && (
            <p className="mt-3 text-soft">
              Without mail nobody can sign up: an account takes a link that is mailed.
            </p>
          )}
        </section>
      )}
      <p className="text-soft">
        Opening is for good. Maintenance mode, in the settings, closes the shop for a while.
      </p>
      {open.error && !lacking.includes('product') && <ErrorBox>{open.error}</ErrorBox>}
      <div className="flex flex-wrap gap-3">
        {lacking.includes('product') ? (
          <ConfirmAction
            action={open}
            input={[]}
            button={(ask) => (
              <Button look="primary" onClick={ask}>
                Open the Shop
              </Button>
            )}
            title="Open with nothing to buy?"
            confirm="Open Anyway"
            cancel="Not Yet"
          >
            <p>There is no product: visitors find an empty store.</p>
          </ConfirmAction>
        ) : (
          <Button look="primary" loading={open.pending} onClick={() => open.run()}>
            Open the Shop
          </Button>
        )}
        <LinkButton to="/admin">Back-office</LinkButton>
      </div>
    </div>
  )
}
