import { differing } from '../../api/rebase.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import type { PostFields } from './post-fields.ts'

const labels = { title: 'Title', author: 'Author', content: 'Content' } as const
type Text = keyof typeof labels

/** Another author's texts that the next save overwrites. */
export type TheirTexts = Partial<Pick<PostFields, Text>>

/**
 * Returns the texts that someone else changed since `loaded` and that the user changed differently.
 */
export function theirTexts(loaded: PostFields, typed: PostFields, now: PostFields): TheirTexts {
  const lost = Object.keys(differing(loaded, now)).filter(
    (name) => name in labels && name in differing(loaded, typed) && name in differing(typed, now),
  ) as Text[]
  return Object.fromEntries(lost.map((name) => [name, now[name]]))
}

/** Shows the other author's texts, to read and copy before they are overwritten. */
export function Theirs({ texts }: { texts: TheirTexts }) {
  const shown = Object.entries(texts) as [Text, string][]
  if (shown.length === 0) return null
  return (
    <details className="disclosure rounded-md border border-line">
      <DisclosureSummary className="justify-between px-4 py-3 font-[600] hover:bg-raised">
        Show their version
      </DisclosureSummary>
      <div className="grid gap-4 px-4 pb-4">
        {shown.map(([name, text]) => (
          <section key={name} aria-label={`Their ${labels[name].toLowerCase()}`}>
            <header className="flex items-center justify-between gap-4">
              <h3 className="label">{labels[name]}</h3>
              <CopyButton
                text={text}
                size="small"
                label={`Copy their ${labels[name].toLowerCase()}`}
                copied={`${labels[name]} copied to clipboard`}
                failed="Failed to copy to clipboard"
              />
            </header>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
              className="max-h-96 overflow-auto whitespace-pre-wrap rounded-md bg-well px-4 py-3 font-mono text-sm [overflow-wrap:anywhere]"
            >
              {text}
            </pre>
          </section>
        ))}
      </div>
    </details>
  )
}
