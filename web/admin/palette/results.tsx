import clsx from 'clsx'
import { useEffect, useId } from 'react'
import type { Entry, Group } from './entries.ts'

type ResultsProps = {
  id: string
  groups: Group[]
  active: Entry | undefined
  optionId: (entry: Entry) => string
  onChoose: (entry: Entry) => void
}

/**
 * The results below the field. The focus stays in the field, which references the selected result.
 */
export function Results({ id, groups, active, optionId, onChoose }: ResultsProps) {
  const label = useId()
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className="max-h-[min(24rem,50vh)] overflow-y-auto p-2 empty:p-0"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: the options of a listbox are grouped by role
        <div key={group.label} role="group" aria-labelledby={`${label}-${group.label}`}>
          <p
            id={`${label}-${group.label}`}
            role="presentation"
            className="px-3 pt-2 pb-1 font-[600] text-faint text-xs"
          >
            {group.label}
          </p>
          {group.entries.map((entry) => (
            <Option
              key={entry.key}
              id={optionId(entry)}
              entry={entry}
              selected={entry === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  entry: Entry
  selected: boolean
  onChoose: (entry: Entry) => void
}

function Option({ id, entry, selected, onChoose }: OptionProps) {
  const { title, detail, icon: Icon } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen one
    <div
      id={id}
      role="option"
      aria-selected={selected}
      onClick={() => onChoose(entry)}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
        selected ? 'bg-lifted text-ink shadow-[inset_2px_0_0_var(--color-signal)]' : 'text-soft',
        'hover:bg-lifted hover:text-ink',
      )}
    >
      <Icon size={17} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="min-w-0 truncate font-[600] text-[0.9375rem]">{title}</span>
      {detail && <span className="ml-auto min-w-0 truncate pl-2 text-faint text-sm">{detail}</span>}
    </div>
  )
}
