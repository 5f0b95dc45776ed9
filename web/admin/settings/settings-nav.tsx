import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type FoundSetting, findSettings } from './find.ts'
import { otherPages, settingsPages, urlOf } from './pages.ts'

/** The pages of the settings, and a search of all settings by label and hint. */
export function SettingsNav({ path }: { path: string }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const found = findSettings(text)
  function open({ to }: FoundSetting) {
    setText('')
    navigate(to)
  }
  return (
    <div className="grid gap-3 xl:sticky xl:top-6">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (found[0]) open(found[0])
          }}
        >
          <TextField
            type="search"
            label="Search settings"
            hideLabel
            placeholder="Search settings"
            maxLength={100}
            autoComplete="off"
            icon={<Search size={17} aria-hidden="true" />}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      </search>
      {text.trim() ? (
        <Results found={found} onOpen={() => setText('')} />
      ) : (
        <>
          <Pages path={path} className="max-xl:hidden" />
          <details key={path} className="surface rounded-md xl:hidden">
            <DisclosureSummary className="min-h-11 justify-between px-3.5 font-[600]">
              <span>
                <span className="sr-only">Page: </span>
                {titleOf(path)}
              </span>
            </DisclosureSummary>
            <Pages path={path} className="border-line border-t p-1.5" />
          </details>
        </>
      )}
    </div>
  )
}

const listPages = () => [...settingsPages(), ...Object.values(otherPages)]

export const titleOf = (path: string) => listPages().find((page) => page.path === path)!.title

const linkClass =
  'block rounded-md px-2.5 py-2 text-sm hover:bg-lifted hover:text-ink max-xl:min-h-11 max-xl:py-3'

function Pages({ path, className }: { path: string; className: string }) {
  return (
    <nav aria-label="Settings" className={className}>
      <ul className="grid gap-px">
        {listPages().map((page) => (
          <li
            key={page.path}
            className={
              page.path === otherPages.appearance.path
                ? 'mt-2 border-line border-t pt-2'
                : undefined
            }
          >
            <Link
              to={urlOf(page)}
              aria-current={page.path === path ? 'page' : undefined}
              className={`${linkClass} text-soft aria-[current]:bg-lifted aria-[current]:font-[600] aria-[current]:text-ink`}
            >
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Results({ found, onOpen }: { found: FoundSetting[]; onOpen: () => void }) {
  return (
    <>
      <p role="status" className="px-2.5 text-faint text-sm">
        {found.length === 0 ? 'No settings found' : `${found.length} found`}
      </p>
      <ul
        aria-label="Found settings"
        className="grid gap-px xl:max-h-[calc(100dvh-9rem)] xl:overflow-y-auto"
      >
        {found.map(({ to, label, page }) => (
          <li key={to + label}>
            <Link to={to} onClick={onOpen} className={linkClass}>
              {label}
              <span className="block text-faint text-xs">{page}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
