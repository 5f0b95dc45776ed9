import { asked, line, several, shop, type TextPage } from './fields.ts'

export const faq: TextPage = {
  title: 'FAQ',
  detail: 'Questions and answers, by category.',
  to: '/faq',
  kind: 'page',
  placeholders: shop,
  groups: [
    { title: 'Top', fields: [several('lead', 'Below the heading', 300, 2)] },
    {
      title: 'Questions and answers',
      fields: [
        {
          kind: 'list',
          name: 'questions',
          label: 'Questions and answers',
          hint: 'Categories are offered in the order in which they first appear.',
          entry: 'question',
          most: 100,
          fields: [
            ...asked,
            { name: 'category', label: 'Category', most: 30 },
            { name: 'link_label', label: 'Words of a link', most: 60 },
            {
              name: 'link_to',
              label: 'Where it leads',
              most: 500,
              hint: 'Such as /store, https://… or mailto:…; empty for no link.',
            },
          ],
        },
      ],
    },
    {
      title: 'Beside them',
      fields: [
        line('support_title', 'Heading', 80),
        several('support_text', 'Above the button to support', 300),
      ],
    },
  ],
}
