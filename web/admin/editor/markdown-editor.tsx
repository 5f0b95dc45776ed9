import clsx from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FieldNotes } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type Edit, type Format, format, picture, type Selected } from './format.ts'
import { Toolbar } from './toolbar.tsx'
import { usePreview } from './use-preview.ts'

export type MarkdownEditorProps = {
  label: string
  value: string
  onChange: (markdown: string) => void
  error?: string | undefined
  maxLength: number
  /** The form has its own preview of the text. */
  withoutPreview?: boolean
}

const keys: Record<string, Format> = { b: 'bold', i: 'italic' }

/**
 * Markdown with a toolbar, next to a preview as the store renders it. On a phone, one or the other.
 */
export default function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, error, maxLength, withoutPreview } = props
  const [side, setSide] = useState<'write' | 'preview'>('write')
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  function edit(make: (selected: Selected) => Edit) {
    const element = area.current!
    const { value: text, selectionStart: start, selectionEnd: end } = element
    apply(element, make({ text, start, end }))
  }
  function onKeyDown(event: KeyboardEvent) {
    const kind = (event.ctrlKey || event.metaKey) && !event.altKey && keys[event.key]
    if (!kind) return
    event.preventDefault()
    edit((selected) => format(kind, selected))
  }

  return (
    <div className="@container flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="label">
        {label}
      </label>
      <div className="overflow-clip rounded-md border border-field bg-well">
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-1.5 py-1">
          <Toolbar
            controls={id}
            onFormat={(kind) => edit((selected) => format(kind, selected))}
            onPicture={(address) => edit((selected) => picture(address, selected))}
          />
          {!withoutPreview && (
            <RadioGroup
              legend="Side"
              hideLegend
              className="@3xl:hidden"
              options={[
                { value: 'write', label: 'Write' },
                { value: 'preview', label: 'Preview' },
              ]}
              value={side}
              onChange={setSide}
            />
          )}
        </div>
        <div className={clsx('grid', !withoutPreview && '@3xl:grid-cols-2')}>
          <textarea
            dir="auto"
            ref={area}
            id={id}
            rows={14}
            maxLength={maxLength}
            spellCheck
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={clsx(
              '@3xl:block min-h-72 w-full resize-y bg-transparent px-4 py-3 font-mono text-[0.875rem] leading-relaxed focus-visible:-outline-offset-2',
              side === 'preview' && 'hidden',
            )}
          />
          {!withoutPreview && (
            <Preview markdown={value} className={side === 'write' ? 'hidden' : undefined} />
          )}
        </div>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

function Preview({ markdown, className }: { markdown: string; className?: string | undefined }) {
  const { html, failed } = usePreview(markdown)
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className={clsx(
        '@3xl:block @3xl:h-0 @3xl:min-h-full overflow-y-auto @3xl:border-line @3xl:border-l bg-panel px-5 py-4 focus-visible:-outline-offset-2',
        className,
      )}
    >
      {failed && <p className="mb-3 text-sm text-warning">The preview is out of date.</p>}
      {html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers sanitised HTML
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <p className="text-faint text-sm">Enter text to see a preview.</p>
      )}
    </section>
  )
}

/** Applies the edit as if it were typed, so that the browser's undo works. */
function apply(element: HTMLTextAreaElement, { from, to, insert, select }: Edit) {
  element.focus()
  element.setSelectionRange(from, to)
  const typed = document.execCommand(insert ? 'insertText' : 'delete', false, insert)
  if (!typed) {
    element.setRangeText(insert, from, to)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
  element.setSelectionRange(from + select[0], from + select[1])
}
