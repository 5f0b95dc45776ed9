import clsx from 'clsx'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { type Load, type Option, useOptions } from './use-options.ts'

type PickerProps<Data> = {
  label: string
  placeholder?: string
  /** The minimum number of characters for a search. */
  minimum?: number
  /** Must be stable between renders. */
  load: Load<Data>
  none: string
  onPick: (option: Option<Data>) => void
}

/**
 * A search field with a list of results, which the user selects by arrows and Enter or by a click.
 */
export function Picker<Data>(props: PickerProps<Data>) {
  const { label, placeholder, minimum = 1, load, none, onPick } = props
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { state, options } = useOptions(text, minimum, load)
  const list = useId()
  const optionId = (at: number) => `${list}-${at}`
  const notes = {
    short: `Type at least ${minimum} characters to search`,
    searching: 'Searching...',
    failed: 'Failed to load results',
    found: options.length === 0 ? none : '',
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      setActive((active + step + options.length) % options.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[active]
      if (option && !option.disabled) onPick(option)
    }
  }

  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        placeholder={placeholder}
        icon={<Search size={18} aria-hidden="true" />}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <p role="status" className={clsx('text-faint text-sm', notes[state] === '' && 'sr-only')}>
        {notes[state] || `${options.length} found`}
      </p>
      <div
        id={list}
        role="listbox"
        aria-label={label}
        hidden={options.length === 0}
        className="max-h-72 overflow-y-auto rounded-md border border-line bg-panel p-1"
      >
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={option.id}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            aria-disabled={option.disabled}
            onClick={() => option.disabled || onPick(option)}
            onPointerMove={() => setActive(at)}
            className={clsx(
              'cursor-pointer rounded-sm px-3 py-2 aria-disabled:opacity-50',
              at === active && 'bg-lifted',
            )}
          >
            <p className="font-[600] [overflow-wrap:anywhere]">{option.label}</p>
            {option.subtitle && (
              <p className="text-faint text-sm [overflow-wrap:anywhere]">{option.subtitle}</p>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
