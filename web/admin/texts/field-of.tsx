import type * as z from 'zod'
import type { Form } from '../../api/form.ts'
import { isSame } from '../../api/rebase.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { Switch } from '../settings/switch.tsx'
import type { Field, TextPage } from './fields.ts'
import { ListField } from './list-field.tsx'
import { Placeholders } from './placeholders.tsx'
import type { TextFields } from './text-form.tsx'

type FieldOfProps = {
  page: TextPage
  field: Field
  schema: z.ZodType | undefined
  form: Form<TextFields>
  /** The default value. */
  given: unknown
}

/** A field of a text, with a button to restore the default if it differs. */
export function FieldOf({ page, field, schema, form, given }: FieldOfProps) {
  const { value, error, onChange } = form.control(field.name)
  const own = !isSame({ value }, { value: given })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Control {...{ page, field, schema, value, error, onChange }} />
      {own && field.kind !== 'switch' && (
        <Button
          look="quiet"
          size="small"
          className="-ml-3.5 justify-self-start"
          onClick={() => onChange(given)}
        >
          Restore default
          <span className="sr-only"> for {field.label}</span>
        </Button>
      )}
    </div>
  )
}

type ControlProps = Pick<FieldOfProps, 'page' | 'field' | 'schema'> & {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

function Control({ page, field, schema, value, error, onChange }: ControlProps) {
  const { name, label, hint } = { hint: undefined, ...field }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          hint={field.hint}
          error={error}
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      )
    case 'list':
      return (
        <ListField
          schema={schema}
          list={field}
          entries={value as Record<string, string>[]}
          error={error}
          onChange={onChange}
        />
      )
    case 'markdown':
      return (
        <>
          <LazyEditor
            label={label}
            value={String(value)}
            onChange={onChange}
            error={error}
            maxLength={field.most}
          />
          <p className="text-faint text-sm">
            <Placeholders of={page.placeholders} /> Headings that begin with ## form the table of
            contents.
          </p>
        </>
      )
    default: {
      const shared = { name, label, hint, error, maxLength: field.most, value: String(value) }
      return field.lines ? (
        <TextArea
          {...shared}
          rows={field.lines}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <TextField {...shared} onChange={({ target }) => onChange(target.value)} />
      )
    }
  }
}
