import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Found } from '#contract/shop/search.ts'
import type { Tab } from '../frame/tabs.ts'
import { type Entry, foundEntries, pageEntries, settingEntries } from './entries.ts'
import { Results } from './results.tsx'
import { useSearch } from './use-search.ts'

type PaletteProps = { pages: readonly Tab[]; onClose: () => void }

/**
 * A search field with results, usable by keyboard alone: arrows select, Enter opens, Escape closes.
 */
export function Palette({ pages, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { found, searching, failed } = useSearch(text)
  const navigate = useNavigate()
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])

  const groups = [
    pageEntries(pages, text),
    ...foundEntries(found),
    settingEntries(pages, text),
  ].filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const active = entries[at]
  const optionId = (entry: Entry) => `${id}-${entry.key.replace(/[^\w-]+/g, '-')}`

  function go(entry: Entry) {
    onClose()
    navigate(entry.to)
  }

  function press(event: KeyboardEvent) {
    const last = entries.length - 1
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: last,
      PageUp: 0,
    }[event.key]
    if (to !== undefined) setChosen(entries[to]?.key ?? null)
    // An input method uses Enter for its own list.
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    else if (active) go(active)
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside it has Escape as its key
    <dialog
      ref={dialog}
      aria-label="Go to"
      className="dialog mt-[min(16vh,9rem)]"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="relative border-line border-b">
        <Search
          size={19}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-5 my-auto text-faint"
        />
        <input
          dir="auto"
          type="text"
          role="combobox"
          aria-label="Search pages, settings, users, orders, tickets and products"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder="Page, setting, user, order, ticket or product"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(null)
          }}
          onKeyDown={press}
          className="h-14 w-full bg-transparent pr-5 pl-13 text-base outline-none placeholder:text-faint"
        />
      </div>
      <Results
        id={`${id}-list`}
        groups={groups}
        active={active}
        optionId={optionId}
        onChoose={go}
      />
      <ResultCount
        text={text}
        count={entries.length}
        notSearched={found.not_searched}
        searching={searching}
        failed={failed}
      />
    </dialog>
  )
}

type CountProps = {
  text: string
  count: number
  notSearched: Found['not_searched']
  searching: boolean
  failed: boolean
}

const tooSlow = (list: string) => `The search of ${list} took too long. Enter more of the text`

function foundWords(count: number, notSearched: CountProps['notSearched']) {
  const nothing = notSearched.length > 0 ? [] : ['Nothing found']
  return [...(count > 0 ? [`${count} found`] : nothing), ...notSearched.map(tooSlow)].join('. ')
}

/** The status for screen readers, and the keyboard hints for sighted users. */
function ResultCount({ text, count, notSearched, searching, failed }: CountProps) {
  const state = searching
    ? 'Searching…'
    : failed
      ? 'Failed to load results'
      : text.trim() && foundWords(count, notSearched)
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-line border-t px-5 text-faint text-sm">
      <p role="status" className={failed && !searching ? 'text-danger' : undefined}>
        {state || 'Searches the same fields as the list pages'}
      </p>
      <p aria-hidden="true" className="hidden shrink-0 gap-3 sm:flex">
        <span>↑↓ select</span>
        <span>↵ open</span>
        <span>esc close</span>
      </p>
    </div>
  )
}
