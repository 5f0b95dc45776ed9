import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { useListAddress } from './address.ts'

type SearchBoxProps = {
  label: string
  placeholder?: string
  /** The parameter of the address that it writes. */
  name?: string
}

const pause = 300

/** Looks for what is typed, once the typing pauses; at once on Enter. */
export function SearchBox({ label, placeholder = label, name = 'search' }: SearchBoxProps) {
  const { query, change } = useListAddress()
  const current = query.get(name) ?? ''
  const [text, setText] = useState(current)
  const typed = useRef(current)
  // Back and Forward change the address and with it the text, but for what is just being typed.
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
        // Pressing a row blurs this field first; the navigation to the row comes later and wins.
        onBlur={search}
      />
    </form>
  )
}
