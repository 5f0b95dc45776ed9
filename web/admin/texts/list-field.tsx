import clsx from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type * as z from 'zod'
import { type TextName, textPages } from '#contract/text-pages.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNotes } from '../../ui/field.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { ListOf } from './fields.ts'

type Entry = Record<string, string>

type ListFieldProps = {
  page: TextName
  list: ListOf
  entries: readonly Entry[]
  error: string | undefined
  onChange: (entries: Entry[]) => void
}

/** Entries one below the other, folded to their first line: written, moved, added and taken out. */
export function ListField({ page, list, entries, error, onChange }: ListFieldProps) {
  const id = useId()
  const [open, setOpen] = useState<number | null>(null)
  const [told, setTold] = useState('')
  const element = useRef<HTMLDivElement>(null)
  const goTo = useRef<string>(undefined)
  const faults = error ? faultsOf(page, list, entries) : {}
  const faulty = Object.keys(faults)[0]?.split('.')[0]

  // What is wrong is shown, not only marked.
  useEffect(() => {
    if (faulty !== undefined) setOpen(Number(faulty))
  }, [faulty])
  useEffect(() => {
    if (!goTo.current) return
    element.current?.querySelector<HTMLElement>(goTo.current)?.focus()
    goTo.current = undefined
  })

  function add() {
    const empty = Object.fromEntries(list.fields.map(({ name }) => [name, '']))
    onChange([...entries, empty])
    setOpen(entries.length)
    goTo.current = `#${CSS.escape(`${id}-${entries.length}`)} :is(input, textarea)`
  }
  function remove(at: number) {
    onChange(entries.filter((_, i) => i !== at))
    setOpen(null)
    setTold(`${nameOf(list, entries[at]!, at)} taken out`)
    const next = Math.min(at, entries.length - 2)
    goTo.current = next < 0 ? '[data-add]' : `#${CSS.escape(`${id}-${next}`)} [data-fold]`
  }
  function move(at: number, by: 1 | -1) {
    const moved = [...entries]
    const [entry] = moved.splice(at, 1)
    moved.splice(at + by, 0, entry!)
    onChange(moved)
    setOpen((now) => (now === at ? at + by : now === at + by ? at : now))
    setTold(`${nameOf(list, entry!, at)} is number ${at + by + 1} of ${entries.length} now`)
    const end = at + by === (by < 0 ? 0 : entries.length - 1)
    const way = end ? -by : by
    goTo.current = `#${CSS.escape(`${id}-${at + by}`)} [data-move="${way}"]`
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look and a legend of its own
    <div
      ref={element}
      role="group"
      aria-labelledby={`${id}-label`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
    >
      <span id={`${id}-label`} className="label">
        {list.label} <span className="text-faint">({entries.length})</span>
      </span>
      {entries.length > 0 && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {entries.map((entry, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else of their own
              key={at}
              id={`${id}-${at}`}
              className={clsx(
                'rounded-md border bg-well',
                Number(faulty) === at ? 'border-danger' : 'border-line',
              )}
            >
              <div className="flex items-center gap-1 pr-1.5">
                <button
                  type="button"
                  data-fold
                  aria-expanded={open === at}
                  onClick={() => setOpen(open === at ? null : at)}
                  className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md px-4 text-left font-[600] hover:bg-raised focus-visible:-outline-offset-2"
                >
                  <ChevronDown
                    size={18}
                    aria-hidden="true"
                    className={clsx(
                      'shrink-0 text-faint transition-transform',
                      open === at && 'rotate-180',
                    )}
                  />
                  <span className="min-w-0 py-2.5 sm:truncate">{nameOf(list, entry, at)}</span>
                  {entry.category && (
                    <span className="ml-auto shrink-0 text-faint text-sm max-sm:hidden">
                      {entry.category}
                    </span>
                  )}
                </button>
                <Tool
                  label={`Move ${nameOf(list, entry, at)} up`}
                  disabled={at === 0}
                  way={-1}
                  onPress={() => move(at, -1)}
                >
                  <ArrowUp size={16} aria-hidden="true" />
                </Tool>
                <Tool
                  label={`Move ${nameOf(list, entry, at)} down`}
                  disabled={at === entries.length - 1}
                  way={1}
                  onPress={() => move(at, 1)}
                >
                  <ArrowDown size={16} aria-hidden="true" />
                </Tool>
                <Tool label={`Take out ${nameOf(list, entry, at)}`} onPress={() => remove(at)}>
                  <Trash2 size={16} aria-hidden="true" />
                </Tool>
              </div>
              {open === at && (
                <div className="grid gap-4 grid-cols-[minmax(0,1fr)] border-line border-t px-4 py-4">
                  {list.fields.map(({ name, lines, most, ...field }) => {
                    const shared = {
                      ...field,
                      maxLength: most,
                      value: entry[name] ?? '',
                      error: faults[`${at}.${name}`],
                    }
                    const write = (value: string) =>
                      onChange(
                        entries.map((one, i) => (i === at ? { ...one, [name]: value } : one)),
                      )
                    return lines ? (
                      <TextArea
                        key={name}
                        {...shared}
                        rows={lines}
                        onChange={({ target }) => write(target.value)}
                      />
                    ) : (
                      <TextField
                        key={name}
                        {...shared}
                        onChange={({ target }) => write(target.value)}
                      />
                    )
                  })}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      <Button
        size="small"
        data-add
        className="justify-self-start"
        disabled={entries.length >= list.most}
        onClick={add}
      >
        <Plus size={16} aria-hidden="true" />
        Add a {list.entry}
      </Button>
      <FieldNotes
        id={id}
        error={faulty === undefined ? error : undefined}
        hint={entries.length >= list.most ? `There can be ${list.most}.` : list.hint}
      />
    </div>
  )
}

type ToolProps = {
  label: string
  disabled?: boolean
  way?: 1 | -1
  onPress: () => void
  children: React.ReactNode
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

function nameOf({ fields, entry }: ListOf, texts: Entry, at: number): string {
  return texts[fields[0]!.name]?.trim() || `New ${entry} ${at + 1}`
}

/** The first fault of each text of an entry, as `2.answer`. */
function faultsOf(page: TextName, { name }: ListOf, entries: readonly Entry[]) {
  const schema = (textPages[page].shape as Record<string, z.ZodType>)[name]
  const faults: Record<string, string> = {}
  for (const { path, message } of schema?.safeParse(entries).error?.issues ?? []) {
    if (path.length > 1) faults[path.join('.')] ??= message
  }
  return faults
}
