import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'

type TabLinksProps = {
  label: string
  tabs: readonly {
    to: string
    label: string
    icon?: ReactNode
    current: boolean
    /** Shown next to the label, for example the number of pending items. */
    note?: ReactNode
  }[]
  /**
   * `bar` is above its content and scrolls sideways, `grid` is above it and shows all, `side` is
   * next to it.
   */
  look?: 'bar' | 'grid' | 'side'
  /** Further buttons after the tabs. */
  children?: ReactNode
}

/** Tabs with a URL each. They are links, so that Back and opening in a new window work. */
export function TabLinks({ label, tabs, look = 'bar', children }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.findIndex((tab) => tab.current)
  // On a narrow screen the current tab may be out of view, and may move out of view when the font
  // and the notes next to the labels have loaded.
  useEffect(() => {
    const bar = nav.current
    const link = bar?.children[current] as HTMLElement | undefined
    if (!bar || !link) return
    const widths = new ResizeObserver(() => {
      bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2
    })
    for (const each of [bar, ...bar.children]) widths.observe(each)
    return () => widths.disconnect()
  }, [current])
  return (
    <nav ref={nav} aria-label={label} className={looks[look].nav}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          className={clsx(
            'flex shrink-0 items-center gap-2.5 whitespace-nowrap font-[600]',
            'transition-colors duration-120 hover:text-ink',
            tab.current ? 'text-ink' : 'text-soft',
            looks[look].tab,
          )}
        >
          {tab.icon}
          {tab.label}
          {tab.note}
        </Link>
      ))}
      {children}
    </nav>
  )
}

const looks = {
  bar: {
    nav: 'relative flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]',
    tab: '-mb-px h-12 border-transparent border-b-2 text-[0.9375rem] focus-visible:-outline-offset-2 aria-[current]:border-signal',
  },
  grid: {
    nav: 'relative grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-1 rounded-lg border border-line bg-well p-1',
    tab: 'min-h-[44px] justify-center rounded-md px-1 text-sm focus-visible:-outline-offset-2 aria-[current]:bg-lifted aria-[current]:shadow-[inset_0_-2px_0_var(--color-signal)]',
  },
  side: {
    nav: 'flex flex-col gap-1',
    tab: 'h-11 rounded-md px-3.5 text-[0.9375rem] hover:bg-raised aria-[current]:bg-lifted aria-[current]:shadow-[inset_2px_0_0_var(--color-signal)]',
  },
}
