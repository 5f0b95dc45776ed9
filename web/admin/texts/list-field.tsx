import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type * as z from 'zod'
import { Button } from '../../ui/button.tsx'
import { FieldNotes } from '../../ui/field.tsx'
import type { ListOf } from './fields.ts'
import { type Entry, ListEntry, nameOf } from './list-entry.tsx'

type ListFieldProps = {
  schema: z.ZodType | undefined
  list: ListOf
  entries: readonly Entry[]
  error: string | undefined
  onChange: (entries: Entry[]) => void
}

/**
 * A list of entries, collapsed to their first line, which can be edited, moved, added and removed.
 */
export function ListField({ schema, list, entries, error, onChange }: ListFieldProps) {
  const id = useId()
  const [open, setOpen] = useState<number | null>(null)
  const [told, setTold] = useState('')
  const element = useRef<HTMLDivElement>(null)
  const goTo = useRef<string>(undefined)
  const faults = error ? faultsOf(schema, entries) : {}
  const faulty = Object.keys(faults)[0]?.split('.')[0]

  // Expand an entry with an error, so that the error is visible.
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
    setTold(`${nameOf(list, entries[at]!, at)} removed`)
    const next = Math.min(at, entries.length - 2)
    goTo.current = next < 0 ? '[data-add]' : `#${CSS.escape(`${id}-${next}`)} [data-fold]`
  }
  function move(at: number, by: 1 | -1) {
    const moved = [...entries]
    const [entry] = moved.splice(at, 1)
    moved.splice(at + by, 0, entry!)
    onChange(moved)
    setOpen((now) => (now === at ? at + by : now === at + by ? at : now))
    setTold(`${nameOf(list, entry!, at)} moved to position ${at + by + 1} of ${entries.length}`)
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
            <ListEntry
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else of their own
              key={at}
              id={`${id}-${at}`}
              list={list}
              entry={entry}
              at={at}
              last={at === entries.length - 1}
              open={open === at}
              faulty={Number(faulty) === at}
              faults={faults}
              onFold={() => setOpen(open === at ? null : at)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(at)}
              onChange={(changed) => onChange(entries.map((one, i) => (i === at ? changed : one)))}
            />
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
        hint={entries.length >= list.most ? `At most ${list.most}.` : list.hint}
      />
    </div>
  )
}

/** The first error of each text of an entry, with keys such as `2.answer`. */
function faultsOf(schema: z.ZodType | undefined, entries: readonly Entry[]) {
  const faults: Record<string, string> = {}
  for (const { path, message } of schema?.safeParse(entries).error?.issues ?? []) {
    if (path.length > 1) faults[path.join('.')] ??= message
  }
  return faults
}
