import { line, shop, type TextPage } from './fields.ts'

export const footer: TextPage = {
  title: 'Footer',
  detail: 'At the bottom of every page.',
  to: '/',
  kind: 'page',
  placeholders: shop,
  groups: [
    {
      title: 'Footer',
      fields: [
        line('tagline', 'Tagline', 160),
        {
          kind: 'list',
          name: 'links',
          label: 'Links',
          hint: 'Links are grouped by target. Support, the community chat (if the shop has one) and the legal pages are added automatically.',
          entry: 'link',
          most: 12,
          fields: [
            { name: 'label', label: 'Text', most: 40 },
            {
              name: 'to',
              label: 'URL',
              most: 500,
              hint: 'For example /store, https://… or mailto:…',
            },
          ],
        },
      ],
    },
  ],
}
