import { xml } from './xml.ts'

type Feed = {
  title: string
  description: string
  /** The page of the feed. The feed's URL is below it. */
  page: string
  /** The elements of each item, which are already escaped XML. */
  items: readonly (readonly string[])[]
}

export function feedOf({ title, description, page, items }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    `<title>${xml(title)}</title>`,
    `<link>${xml(page)}</link>`,
    `<description>${xml(description)}</description>`,
    '<language>en</language>',
    `<atom:link href="${xml(page)}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items.flatMap((elements) => ['<item>', ...elements, '</item>']),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

/** Makes links within the site absolute, because feed readers show the text outside of the site. */
export function absolute(html: string, siteUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${siteUrl}/`)
}
