import clsx from 'clsx'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { formatMoment } from '../../format.ts'

/**
 * If the list is scrolled up by more than this (pixels), the user is reading, so it does not scroll
 * down.
 */
const nearEnd = 80

export type ShownMessage = {
  id: number | 'first' | `note-${number}`
  author: string
  /** The message was written by the reader. */
  mine: boolean
  content: string
  at: string
  /** The label of a message that only staff can see. */
  mark?: string
  /** Shown below the message. */
  actions?: ReactNode
}

type MessageListProps = {
  messages: readonly ShownMessage[]
  /** The message that is being sent. */
  sending: string | null
  /** Shown between the first message and the others. */
  afterFirst?: ReactNode
}

/** The messages, oldest first, scrolled to the end. New ones are announced to screen readers. */
export function MessageList({ messages, sending, afterFirst }: MessageListProps) {
  const frame = useRef<HTMLDivElement>(null)
  useFollow(frame, messages.length, sending)
  return (
    <div
      ref={frame}
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex max-h-[min(40rem,60dvh)] flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-6 focus-visible:-outline-offset-2 sm:px-7"
    >
      {messages.map(({ id, ...message }, at) => (
        <Fragment key={id}>
          <Message {...message} />
          {at === 0 && afterFirst}
        </Fragment>
      ))}
      {sending !== null && <Message mine author="You" content={sending} at={null} />}
    </div>
  )
}

type MessageProps = Omit<ShownMessage, 'id' | 'at'> & { at: string | null }

function Message({ mine, author, content, at, mark, actions }: MessageProps) {
  return (
    <div className={clsx('flex max-w-[min(38rem,92%)] flex-col', mine && 'self-end')}>
      <p className={clsx('mb-1.5 flex flex-wrap gap-x-2.5 text-sm', mine && 'justify-end')}>
        <span className="font-[650] [overflow-wrap:anywhere]">{author}</span>
        {mark && <span className="text-warning">{mark}</span>}
        {at === null ? (
          <span className="text-faint">Sending...</span>
        ) : (
          <time dateTime={at} className="text-faint tabular-nums">
            {formatMoment(at)}
          </time>
        )}
      </p>
      <p
        className={clsx(
          'whitespace-pre-wrap rounded-lg border px-4 py-3 leading-relaxed [overflow-wrap:anywhere]',
          mine && 'notch-3 self-end',
          mark
            ? 'border-warning/40 bg-warning/10'
            : mine
              ? 'border-edge bg-lifted'
              : 'border-line bg-raised',
          at === null && 'opacity-60',
        )}
      >
        {content}
      </p>
      {actions && (
        <div
          className={clsx('mt-1 flex gap-4 text-faint text-sm empty:hidden', mine && 'justify-end')}
        >
          {actions}
        </div>
      )}
    </div>
  )
}

/**
 * Scrolls to the end at first, after the user's own message, and after messages of others unless
 * the user has scrolled up.
 */
function useFollow(
  frame: React.RefObject<HTMLDivElement | null>,
  count: number,
  sending: string | null,
) {
  const height = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each message that comes
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const end = height.current - element.clientHeight
    if (height.current === 0 || sending !== null || element.scrollTop > end - nearEnd) {
      element.scrollTop = element.scrollHeight
    }
    height.current = element.scrollHeight
  }, [frame, count, sending])
}
