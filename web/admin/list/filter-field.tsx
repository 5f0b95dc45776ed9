import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { useListAddress } from './address.ts'

type FilterFieldProps = {
  label: string
  /** The URL parameter that the field sets. */
  name: string
  placeholder: string
  /** Returns the error of an invalid text, which is then not applied. */
  check: (text: string) => string | undefined
  inputMode?: 'numeric'
}

const pause = 400

/** A text filter, applied once the text is valid and the user stops typing. */
export function FilterField({ label, name, placeholder, check, inputMode }: FilterFieldProps) {
  const { query, change } = useListAddress()
  const current = query.get(name) ?? ''
  const [text, setText] = useState(current)
  const [fault, setFault] = useState(current === '' ? undefined : check(current))
  const typed = useRef(current)
  useEffect(() => {
    if (current === typed.current) return
    typed.current = current
    setText(current)
    setFault(current === '' ? undefined : check(current))
  }, [current, check])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === typed.current) return
    const timer = setTimeout(apply, pause)
    return () => clearTimeout(timer)
  })
  function apply() {
    const wanted = text.trim()
    const found = wanted === '' ? undefined : check(wanted)
    setFault(found)
    if (found || wanted === typed.current) return
    typed.current = wanted
    change({ [name]: wanted })
  }
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={300}
      value={text}
      error={fault}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
