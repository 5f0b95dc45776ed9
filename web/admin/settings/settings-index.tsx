import { anchorOf } from './group.tsx'

/** The groups of the settings in the order of the page. */
const titles = [
  'Global Settings',
  'Seller',
  'Invoices and tax',
  'Store Settings',
  'Renewals',
  'Refunds and goodwill',
  'Disputes',
  'Crypto payments',
  'Backups',
  'Devices and Loaders',
  'Security',
  'Log',
]

/** Links to the groups: next to them on a wide screen, above them on a narrow one. */
export function SettingsIndex() {
  return (
    <nav
      aria-label="Settings on this page"
      className="flex flex-wrap gap-x-1 xl:sticky xl:top-6 xl:order-last xl:grid xl:border-line xl:border-l xl:pl-3"
    >
      {titles.map((title) => (
        <a
          key={title}
          href={`#${anchorOf(title)}`}
          className="rounded-md px-2.5 py-2 text-soft text-sm hover:bg-lifted hover:text-ink"
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
