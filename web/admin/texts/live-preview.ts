import { useEffect, useRef, useState } from 'react'
import type { TextName } from '#contract/platform/text-pages.ts'

type Message = { name: TextName; texts: Record<string, unknown> } | { name: TextName; wanted: true }

const open = () => new BroadcastChannel('texts')

/** Sends typed text to the previews that are open in other tabs. */
export function useLivePreview(name: TextName, texts: Record<string, unknown>) {
  const latest = useRef(texts)
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    const own = open()
    channel.current = own
    own.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.name === name && 'wanted' in data) own.postMessage({ name, texts: latest.current })
    }
    return () => own.close()
  }, [name])
  useEffect(() => {
    latest.current = texts
    channel.current?.postMessage({ name, texts })
  })
}

/** Returns the text typed into the editor in another tab. Null if no editor is open. */
export function useTyped(name: TextName, wanted: boolean) {
  const [typed, setTyped] = useState<Record<string, unknown> | null>(null)
  useEffect(() => {
    if (!wanted) return
    const own = open()
    own.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.name === name && 'texts' in data) setTyped(data.texts)
    }
    own.postMessage({ name, wanted: true })
    return () => own.close()
  }, [name, wanted])
  return typed
}
