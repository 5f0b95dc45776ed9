import { asked, line, several, shop, type TextPage } from './fields.ts'

export const faq: TextPage = {
  title: 'FAQ',
  detail: 'Questions and answers, by category.',
  to: '/faq',
  kind: 'page',
  placeholders: shop,
  groups: [
    { title: 'Top', fields: [several('lead', 'Text below the heading', 300, 2)] },
    {
      title: 'Questions and answers',
      fields: [
        {
          kind: 'list',
          name: 'questions',
          label: 'Questions and answers',
          hint: 'Categories are shown in the order in which they first appear.',
          entry: 'question',
          most: 100,
          fields: [
            ...asked,
            { name: 'category', label: 'Category', most: 30 },
            { name: 'link_label', label: 'Link text', most: 60 },
            {
              name: 'link_to',
              label: 'Link target',
              most: 500,
              hint: 'For example /store, https://… or mailto:…. Leave empty for no link.',
            },
          ],
        },
      ],
    },
    {
      title: 'Support',
      fields: [
        line('support_title', 'Heading', 80),
        several('support_text', 'Text above the support button', 300),
      ],
    },
  ],
}
