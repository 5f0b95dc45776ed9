import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { loadSession } from '../account/session.ts'
import { Toaster } from '../ui/toaster.tsx'
import { useFocusOnArrival, useKeptFocus } from './focus.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Offline } from './offline.tsx'
import { TestMode } from './test-mode.tsx'

/** Where the links of a shop's foot are in the way of work. */
const staffArea = /^\/admin(\/|$)/

/** Header, page, footer and toasts: what every page sits in. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    loadSession()
  }, [])
  useFocusOnArrival(main)
  useKeptFocus(main)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-3 left-3 z-20 -translate-y-20 rounded-md bg-signal px-4 py-2 font-[650] text-on-signal focus:translate-y-0"
      >
        Skip to content
      </a>
      <TestMode />
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      {!staffArea.test(pathname) && <Footer />}
      <Offline />
      <Toaster />
    </div>
  )
}
