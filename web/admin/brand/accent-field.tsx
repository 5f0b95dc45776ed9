import { Button } from '../../ui/button.tsx'
import { FieldFrame, useControl } from '../../ui/field.tsx'

type AccentFieldProps = {
  /** `#rrggbb`. Empty means the default colour. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  corrections: readonly string[]
  failed?: string | undefined
}

const label = 'Colour of buttons, links and the focus'
const hint =
  'A hex colour such as #3b82f6. The shop adjusts its lightness where it would not be readable.'

/** A colour, typed or picked, with a note where another colour is used instead. */
export function AccentField({ value, error, onChange, corrections, failed }: AccentFieldProps) {
  const control = useControl({ hint, error })
  return (
    <div className="grid gap-3">
      <FieldFrame id={control.id} {...{ label, hint, error }}>
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label="Pick the colour"
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#cdfb47'}
            onChange={({ target }) => onChange(target.value)}
            className="size-11 shrink-0 rounded-md border border-field bg-well p-1"
          />
          <input
            {...control}
            name="accent"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            placeholder="#cdfb47"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className="control max-w-40 font-mono"
          />
          <Button look="quiet" disabled={value === ''} onClick={() => onChange('')}>
            Use default
          </Button>
        </div>
      </FieldFrame>
      <div role="status" className="grid gap-1.5 text-sm text-soft empty:hidden">
        {failed && <p>{failed}</p>}
        {corrections.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}
