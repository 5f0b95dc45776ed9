import { serviceParts } from '../services/parts.ts'
import { textPages } from '../texts/pages.ts'
import { otherPages, settingsPages, urlOf } from './pages.ts'

export type FoundSetting = {
  to: string
  label: string
  /** The title of its page. */
  page: string
}

type Indexed = FoundSetting & { words: string }

function listIndexed(): Indexed[] {
  const pages = settingsPages()
  const { appearance, texts, replies, services } = otherPages
  return [
    ...[...pages, texts, replies, services].map((page) => ({
      to: urlOf(page),
      label: page.title,
      page: 'Settings',
      words: '',
    })),
    {
      to: urlOf(appearance),
      label: appearance.title,
      page: 'Settings',
      words: 'shop name logo accent colour hero picture',
    },
    ...pages.flatMap((page) =>
      page.groups.flatMap(({ title, settings }) =>
        settings.map(({ name, label, hint = '', shownIf }) => ({
          // A hidden setting has no field yet, so lead to the field that shows it.
          to: `${urlOf(page)}#${shownIf?.setting ?? name}`,
          label,
          page: page.title,
          words: `${title} ${hint}`,
        })),
      ),
    ),
    ...Object.entries(textPages).map(([name, { title, detail }]) => ({
      to: `${urlOf(texts)}/${name}`,
      label: title,
      page: texts.title,
      words: detail,
    })),
    ...serviceParts.map(({ name, title }) => ({
      to: `${urlOf(services)}#${name}`,
      label: title,
      page: services.title,
      words: '',
    })),
  ]
}

/** The settings with all typed words. Those with the words in their label come first. */
export function findSettings(text: string): FoundSetting[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (typed.length === 0) return []
  const has = (where: string) => typed.every((word) => where.toLowerCase().includes(word))
  const found = listIndexed().filter(({ label, words }) => has(`${label} ${words}`))
  return [
    ...found.filter(({ label }) => has(label)),
    ...found.filter(({ label }) => !has(label)),
  ].map(({ to, label, page }) => ({ to, label, page }))
}
