import { Link } from 'react-router'
import { type MissingPart, type SetupState, setup } from '#contract/shop/setup.ts'
import { textLinkClass } from '../../account/auth-page.tsx'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { MissingParts } from '../overview/not-set-up.tsx'
import { type StepSummary, stepUrl } from './step-list.tsx'

type OpenStepProps = {
  state: SetupState
  missing: MissingPart[]
  /** The required steps that are not done. */
  unfinished: readonly StepSummary[]
}

export function OpenStep({ state, missing, unfinished }: OpenStepProps) {
  const lacking = missing.filter((part) => part !== 'opening')
  const open = useAction(setup.open, {
    done: 'The shop is open',
    failed: 'Failed to open the shop',
    onDone: () => tellClosed(false),
  })
  if (state.opened_at !== null) {
    return (
      <div className="grid gap-5">
        <p className="text-soft">The shop is open to visitors.</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/admin" look="primary">
            Back-office
          </LinkButton>
          <LinkButton to="/" reloadDocument>
            View Shop
          </LinkButton>
        </div>
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        Until you open the shop, visitors see ‘This shop opens soon’. Staff see everything, so you
        can prepare products and texts in the back-office first.
      </p>
      {lacking.length > 0 && (
        <section aria-labelledby="not-set-up">
          <h3 id="not-set-up" className="label">
            Not set up
          </h3>
          <MissingParts missing={lacking} />
        </section>
      )}
      {unfinished.length > 0 ? (
        <Notice>
          <p>Finish the required steps before you open the shop:</p>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {unfinished.map((step) => (
              <li key={step.name}>
                <Link to={stepUrl(step)} className={textLinkClass}>
                  {step.title}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p className="text-soft">
          You cannot undo this. To close the shop temporarily, use maintenance mode in Settings.
        </p>
      )}
      {open.error && !lacking.includes('product') && <ErrorBox>{open.error}</ErrorBox>}
      <div className="flex flex-wrap gap-3">
        {unfinished.length > 0 ? null : lacking.includes('product') ? (
          <ConfirmAction
            action={open}
            input={[]}
            button={(ask) => (
              <Button look="primary" onClick={ask}>
                Open Shop
              </Button>
            )}
            title="Open without products?"
            confirm="Open Anyway"
            cancel="Not Yet"
          >
            <p>The shop has no products, so visitors see an empty store.</p>
          </ConfirmAction>
        ) : (
          <Button look="primary" loading={open.pending} onClick={() => open.run()}>
            Open Shop
          </Button>
        )}
        <LinkButton to="/admin">Back-office</LinkButton>
      </div>
    </div>
  )
}
