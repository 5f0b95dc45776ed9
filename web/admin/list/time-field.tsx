import { TextField } from '../../ui/text-field.tsx'
import { useListAddress } from './address.ts'

/** A time in the reader's time zone. The URL stores it in UTC. */
export function TimeField({ label, name }: { label: string; name: string }) {
  const { query, change } = useListAddress()
  const time = new Date(query.get(name) ?? '')
  const valid = !Number.isNaN(time.getTime())
  return (
    <TextField
      // Reset the field when it is cleared from elsewhere. While the user types, it keeps its own
      // value.
      key={valid ? 'set' : 'empty'}
      type="datetime-local"
      label={label}
      step={1}
      max="9999-12-31T23:59:59"
      defaultValue={valid ? local(time) : ''}
      error={valid || !query.has(name) ? undefined : 'The URL contains an invalid time'}
      onBlur={({ target }) => {
        if (valid && target.value === target.defaultValue) return
        const wanted = target.value === '' ? null : new Date(target.value).toISOString()
        if (wanted !== query.get(name)) change({ [name]: wanted })
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}

function local(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}
