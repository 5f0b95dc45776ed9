import { ExternalLink } from 'lucide-react'
import { staffTexts, type TextState } from '#contract/platform/staff-texts.ts'
import { awaitsAcceptance } from '#contract/platform/text-pages.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Published } from './texts.tsx'

type PublishingProps = {
  state: TextState
  dirty: boolean
  pending: boolean
  /** Called on click, before the form is submitted. */
  onSave: () => void
  onPublish: () => void
  onReset: () => void
}

/** Shows the published version and the draft, with the buttons that save, publish and reset. */
export function Publishing(props: PublishingProps) {
  const { state, dirty, pending, onSave, onPublish, onReset } = props
  const { name, mail, draft_at, draft_by } = state
  const acceptable = awaitsAcceptance(state)
  return (
    <Card aria-labelledby="publishing" className="grid gap-4">
      <h2 id="publishing" className="title text-xl">
        Publishing
      </h2>
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="label">Current version</dt>
          <dd className="mt-0.5 text-soft">
            <Published text={state} />
          </dd>
        </div>
        {draft_at && (
          <div>
            <dt className="label">Draft</dt>
            <dd className="mt-0.5 text-soft">
              {draft_by && `By ${draft_by}, `}
              <Moment at={draft_at} />. Only staff can see it.
            </dd>
          </div>
        )}
      </dl>
      {acceptable && (
        <p className="text-soft text-sm">
          This default text will be legally binding for you. Read it before you open the shop.
          Accept it as it is, or change and publish it.
        </p>
      )}
      <div className="grid gap-2">
        <Button
          type="submit"
          look="primary"
          wide
          loading={pending}
          disabled={!dirty && !draft_at && !acceptable}
          onClick={onPublish}
        >
          {acceptable && !dirty && !draft_at ? 'Accept as It Is' : 'Publish'}
        </Button>
        <Button type="submit" wide loading={pending} disabled={!dirty} onClick={onSave}>
          Save Draft
        </Button>
        {!mail && (
          <a
            href={`/preview/${name}`}
            target="_blank"
            rel="noopener opener"
            className={buttonClass({ wide: true })}
          >
            Preview
            <ExternalLink size={16} aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {dirty && (
          <Button look="quiet" size="small" onClick={onReset}>
            Reset
          </Button>
        )}
        {draft_at && !dirty && <Discard name={name} revision={state.revision} />}
      </div>
      <p role="status" className="text-faint text-sm empty:hidden">
        {dirty && 'You have unsaved changes.'}
      </p>
    </Card>
  )
}

function Discard({ name, revision }: Pick<TextState, 'name' | 'revision'>) {
  const discard = useAction(staffTexts.discard, {
    done: 'Draft discarded',
    failed: 'Failed to discard the draft',
  })
  return (
    <ConfirmAction
      action={discard}
      input={[{ params: { name }, query: { revision } }]}
      button={(ask) => (
        <Button look="quiet" size="small" onClick={ask}>
          Discard Draft
        </Button>
      )}
      title="Discard the draft?"
      confirm="Discard"
      cancel="Keep It"
      danger
    >
      <p>The draft is deleted. The published text does not change.</p>
    </ConfirmAction>
  )
}
