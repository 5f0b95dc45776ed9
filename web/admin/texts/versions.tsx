import { staffTexts, type TextState, type TextVersion } from '#contract/platform/staff-texts.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

type VersionsProps = { state: TextState; versions: readonly TextVersion[]; total: number }

/** The published versions, newest first, to view and to restore. */
export function Versions({ state, versions, total }: VersionsProps) {
  if (versions.length === 0) return null
  const left = total - versions.length
  return (
    <Card aria-labelledby="versions" className="grid gap-4">
      <h2 id="versions" className="title text-xl">
        Versions
      </h2>
      <ol className="-mr-3 grid max-h-112 gap-4 overflow-y-auto pr-3">
        {versions.map((version) => (
          <Version key={version.version} state={state} {...version} />
        ))}
        {left > 0 && <li className="text-faint text-sm">And {left} older versions.</li>}
        <Version state={state} version={0} />
      </ol>
    </Card>
  )
}

type VersionProps = { state: TextState; version: number } & Partial<TextVersion>

function Version({ state, version, published_at, published_by, restores }: VersionProps) {
  const { name, revision } = state
  const current = state.version === version
  const title = version === 0 ? 'Default text' : `Version ${version}`
  const rollBack = useAction(staffTexts.rollBack, {
    done: isolated`${title} is published again`,
    failed: 'Failed to roll back',
    say: messageOf,
  })
  return (
    <li className="grid gap-1.5 border-line border-t pt-3 text-sm first:border-0 first:pt-0">
      <p className="font-[600] text-[0.9375rem]">
        {title}
        {current && <span className="ml-2 font-normal text-faint">current</span>}
      </p>
      {published_at && (
        <p className="text-soft">
          {published_by && `${published_by}, `}
          <Moment at={published_at} />
          {typeof restores === 'number' && (
            <span className="block text-faint">
              Restored {restores === 0 ? 'the default text' : `version ${restores}`}
            </span>
          )}
        </p>
      )}
      <div className="-ml-3.5 flex flex-wrap">
        <a
          href={`/preview/${name}?version=${version}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 items-center rounded-md px-3.5 font-[600] text-soft hover:bg-lifted hover:text-ink"
        >
          View<span className="sr-only"> {title} (opens in a new tab)</span>
        </a>
        {!current && (
          <ConfirmAction
            action={rollBack}
            input={[{ params: { name }, body: { version, revision } }]}
            button={(ask) => (
              <Button look="quiet" size="small" onClick={ask}>
                Roll Back<span className="sr-only"> to {title}</span>
              </Button>
            )}
            title={`Roll back to ${version === 0 ? 'the default text' : `version ${version}`}?`}
            confirm="Roll Back"
          >
            <p>It is published immediately as a new version. The draft is kept.</p>
          </ConfirmAction>
        )}
      </div>
    </li>
  )
}
