import clsx from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { ListOf } from './fields.ts'

export type Entry = Record<string, string>

type ListEntryProps = {
  id: string
  list: ListOf
  entry: Entry
  /** The index in the list, from 0. */
  at: number
  last: boolean
  open: boolean
  faulty: boolean
  /** The errors of the whole list, with keys such as `2.answer`. */
  faults: Readonly<Record<string, string>>
  onFold: () => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onChange: (entry: Entry) => void
}

/** An entry, collapsed to its first line or with all its texts. */
export function ListEntry(props: ListEntryProps) {
  const { id, list, entry, at, last, open, faulty, faults } = props
  const { onFold, onMove, onRemove, onChange } = props
  const name = nameOf(list, entry, at)
  return (
    <li
      id={id}
      className={clsx('rounded-md border bg-well', faulty ? 'border-danger' : 'border-line')}
    >
      <div className="flex items-center gap-1 pr-1.5">
        <button
          type="button"
          data-fold
          aria-expanded={open}
          onClick={onFold}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md px-4 text-left font-[600] hover:bg-raised focus-visible:-outline-offset-2"
        >
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={clsx('shrink-0 text-faint transition-transform', open && 'rotate-180')}
          />
          <span className="min-w-0 py-2.5 sm:truncate">{name}</span>
          {entry.category && (
            <span className="ml-auto shrink-0 text-faint text-sm max-sm:hidden">
              {entry.category}
            </span>
          )}
        </button>
        <Tool label={`Move ${name} up`} disabled={at === 0} way={-1} onPress={() => onMove(-1)}>
          <ArrowUp size={16} aria-hidden="true" />
        </Tool>
        <Tool label={`Move ${name} down`} disabled={last} way={1} onPress={() => onMove(1)}>
          <ArrowDown size={16} aria-hidden="true" />
        </Tool>
        <Tool label={`Remove ${name}`} onPress={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
        </Tool>
      </div>
      {open && (
        <div className="grid gap-4 grid-cols-[minmax(0,1fr)] border-line border-t px-4 py-4">
          {list.fields.map(({ name: text, lines, most, ...field }) => {
            const shared = {
              ...field,
              maxLength: most,
              value: entry[text] ?? '',
              error: faults[`${at}.${text}`],
            }
            const write = (value: string) => onChange({ ...entry, [text]: value })
            return lines ? (
              <TextArea
                key={text}
                {...shared}
                rows={lines}
                onChange={({ target }) => write(target.value)}
              />
            ) : (
              <TextField key={text} {...shared} onChange={({ target }) => write(target.value)} />
            )
          })}
        </div>
      )}
    </li>
  )
}

type ToolProps = {
  label: string
  disabled?: boolean
  way?: 1 | -1
  onPress: () => void
  children: ReactNode
}

function Tool({ label, disabled, way, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-move={way}
      disabled={disabled}
      onClick={onPress}
      className="grid size-9 shrink-0 place-items-center rounded-md text-faint hover:bg-lifted hover:text-ink disabled:opacity-35"
    >
      {children}
    </button>
  )
}

/** The name of an entry: its first text. */
export function nameOf({ fields, entry }: ListOf, texts: Entry, at: number): string {
  return texts[fields[0]!.name]?.trim() || `New ${entry} ${at + 1}`
}
