import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

type AuthPageProps = {
  title: string
  /** The purpose of the page, in a sentence. */
  detail?: ReactNode
  children: ReactNode
  /** Below the card: the link to the related page. */
  footer?: ReactNode
}

/** A page with one narrow card for a single task. */
export function AuthPage({ title, detail, children, footer }: AuthPageProps) {
  return (
    <div className="page flex grow flex-col items-center justify-center pt-10 sm:pt-16">
      <div className="w-full max-w-[28rem]">
        <h1 className="display text-[clamp(min(2.25rem,11vw),6vw,2.75rem)]">{title}</h1>
        {detail && <p className="mt-3 text-soft">{detail}</p>}
        <Card className="mt-7">{children}</Card>
        {footer && <p className="mt-6 text-soft">{footer}</p>}
      </div>
    </div>
  )
}

/** The class of a link inside a sentence, with a touch target that is large enough. */
export const textLinkClass =
  'rounded-sm py-1.5 font-[600] text-ink underline decoration-edge decoration-2 underline-offset-4 hover:decoration-signal'
