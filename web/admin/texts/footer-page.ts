import { line, shop, type TextPage } from './fields.ts'

export const footer: TextPage = {
  title: 'Footer',
  detail: 'At the end of every page.',
  to: '/',
  kind: 'page',
  placeholders: shop,
  groups: [
    {
      title: 'Footer',
      fields: [
        line('tagline', 'Below the name', 160),
        {
          kind: 'list',
          name: 'links',
          label: 'Links',
          hint: 'The community chat, where there is one, and the legal pages come after these by themselves.',
          entry: 'link',
          most: 12,
          fields: [
            { name: 'label', label: 'Words', most: 40 },
            {
              name: 'to',
              label: 'Address',
              most: 500,
              hint: 'Such as /store, https://… or mailto:…',
            },
          ],
        },
      ],
    },
  ],
}
