import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

type AuthPageProps = {
  title: string
  /** What this page is for, in a sentence. */
  detail?: ReactNode
  children: ReactNode
  /** Below the card: the way to the neighbouring page. */
  footer?: ReactNode
}

/** One narrow card with one thing to do. */
export function AuthPage({ title, detail, children, footer }: AuthPageProps) {
  return (
    <div className="page flex grow flex-col items-center justify-center pt-10 sm:pt-16">
      <div className="w-full max-w-[28rem]">
        <h1 className="display text-[clamp(2.25rem,6vw,3.25rem)]">{title}</h1>
        {detail && <p className="mt-3 text-soft">{detail}</p>}
        <Card className="mt-7">{children}</Card>
        {footer && <p className="mt-6 text-center text-soft">{footer}</p>}
      </div>
    </div>
  )
}

/** A link inside a sentence, with a target that a finger can hit. */
export const textLinkClass =
  'rounded-sm py-1.5 font-[600] text-ink underline decoration-signal decoration-2 underline-offset-4 hover:text-signal'
