import { TextArea, TextField } from '../../ui/text-field.tsx'

type AlternativesProps = {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** Adds pairs of strings that have the same effect in a release, pasted or from a file. */
export function Alternatives({ value, error, onChange }: AlternativesProps) {
  return (
    <div className="grid gap-3">
      <TextArea
        label="Alternatives (optional)"
        rows={3}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        spellCheck={false}
        value={value}
        error={error}
        placeholder='[{"text": ["Loading the game", "Loading our game"]}]'
        hint="Pairs of strings of equal length that do the same in this file, as JSON. Each copy gets its own choice, which survives a cut and shows a mix. 64 pairs tell copies apart, 256 also those that were mixed."
        onChange={({ target }) => onChange(target.value)}
      />
      <TextField
        type="file"
        label="Or take them from JSON"
        accept=".json,application/json"
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          if (file) onChange(await file.text())
        }}
      />
    </div>
  )
}
