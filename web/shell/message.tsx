import type { ReactNode } from 'react'

type MessageProps = { code?: string; title: string; children: ReactNode }

/** A page with a single message: large, on the left, with an optional number behind it. */
export function Message({ code, title, children }: MessageProps) {
  return (
    <div className="page relative flex grow flex-col justify-center overflow-clip py-24">
      {code && (
        <span
          aria-hidden="true"
          className="display pointer-events-none absolute right-0 bottom-0 select-none text-[clamp(10rem,32vw,26rem)] text-panel leading-[0.78]"
        >
          {code}
        </span>
      )}
      <h1 className="display relative max-w-[12.6em] text-[clamp(2.25rem,6vw,4rem)]">{title}</h1>
      <div className="relative mt-6 grid max-w-[30em] gap-8 text-lg text-soft">{children}</div>
    </div>
  )
}
