import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { can } from '#contract/wire/capabilities.ts'
import { useOptionalConfig } from '../config.ts'
import { loadSession, useSession } from '../session/session.ts'
import { Toaster } from '../ui/toaster.tsx'
import { ClosedBar } from './closed-bar.tsx'
import { useEarlyInput } from './early-input.ts'
import { useFocusOnArrival, useKeptFocus } from './focus.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Leaving } from './leaving.tsx'
import { NeedsScripts } from './needs-scripts.tsx'
import { PlainHeader } from './plain-header.tsx'
import { useSecondClick } from './second-click.ts'
import { useSessionEnd } from './session-end.ts'
import { TestMode } from './test-mode.tsx'

/** The back-office uses the full width of the screen and has no footer. */
const staffArea = /^\/admin(\/|$)/

/** Before the shop opens, the header and the footer have nothing to link to. */
function useAdmitted(): boolean {
  const user = useSession()
  const opened = useOptionalConfig()?.opened ?? true
  return opened || Boolean(user && can(user, 'use_back_office'))
}

/** The frame of every page: header, footer and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const staff = staffArea.test(useLocation().pathname)
  const admitted = useAdmitted()
  useEffect(() => {
    loadSession()
  }, [])
  useSessionEnd()
  useEarlyInput()
  useSecondClick()
  useFocusOnArrival(main)
  useKeptFocus(main)
  return (
    <div className={clsx('flex min-h-dvh flex-col', staff && '[--page-width:100rem]')}>
      <a
        href="#main"
        className="fixed top-3 left-3 z-20 -translate-y-20 rounded-md bg-signal px-4 py-2 font-[650] text-on-signal focus:translate-y-0"
      >
        Skip to content
      </a>
      <TestMode />
      <ClosedBar />
      <NeedsScripts />
      {admitted ? <Header /> : <PlainHeader />}
      <main ref={main} id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      {admitted && !staff && <Footer />}
      <Leaving />
      <Toaster />
    </div>
  )
}
