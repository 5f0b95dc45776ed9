import { useRef, useState } from 'react'

/** A mail's own document, apart from the page: nothing in it runs, and links open elsewhere. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(420)
  function measure() {
    const page = frame.current?.contentDocument?.documentElement
    if (page) setHeight(Math.min(900, Math.max(240, page.scrollHeight)))
  }
  return (
    <iframe
      ref={frame}
      title={title}
      // Of the same origin so that it can be measured; scripts stay off.
      sandbox="allow-same-origin allow-popups"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      onLoad={measure}
      style={{ height }}
      className="w-full rounded-md border border-line bg-white"
    />
  )
}
