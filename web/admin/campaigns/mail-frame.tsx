import { useRef, useState } from 'react'

/**
 * Renders a mail as a separate document: its scripts do not run, and its links open in a new tab.
 */
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
      // The frame has the page's origin so that it can be measured. Scripts stay disabled.
      sandbox="allow-same-origin allow-popups"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      onLoad={measure}
      style={{ height }}
      className="w-full rounded-md border border-line bg-white"
    />
  )
}
