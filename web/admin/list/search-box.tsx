import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { useListAddress } from './address.ts'

type SearchBoxProps = {
  label: string
  placeholder?: string
  /** The URL parameter that the field sets. */
  name?: string
}

const pause = 300

/** Searches once the user stops typing, or at once on Enter. */
export function SearchBox({ label, placeholder = label, name = 'search' }: SearchBoxProps) {
  const { query, change } = useListAddress()
  const current = query.get(name) ?? ''
  const [text, setText] = useState(current)
  const typed = useRef(current)
  // Back and Forward change the URL and with it the text, except while the user is typing.
  useEffect(() => {
    if (current === typed.current) return
    typed.current = current
    setText(current)
  }, [current])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === typed.current) return
    const timer = setTimeout(search, pause)
    return () => clearTimeout(timer)
  })
  function search() {
    const wanted = text.trim()
    if (wanted === typed.current) return
    typed.current = wanted
    change({ [name]: wanted })
  }
  return (
    <form
      className="min-w-0 grow basis-64"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <TextField
        type="search"
        label={label}
        hideLabel
        placeholder={placeholder}
        maxLength={200}
        icon={<Search size={18} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Clicking a row blurs this field first. The navigation to the row comes later and wins.
        onBlur={search}
      />
    </form>
  )
}
