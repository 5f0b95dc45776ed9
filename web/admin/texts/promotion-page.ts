import { line, several, shop, type TextPage } from './fields.ts'

export const promotion: TextPage = {
  title: 'Promotion page',
  detail: 'Shown to visitors who open a link with a discount code or an invitation.',
  to: '/campaign',
  kind: 'page',
  placeholders: shop,
  groups: [
    {
      title: 'Top',
      fields: [
        line('title', 'Headline', 80),
        several('lead', 'Introduction', 400),
        line('access', 'Sign-up button', 40),
        line('store', 'Store button', 40),
        line('plans', 'Heading of the plans', 80, { hint: '{product} is the product name.' }),
      ],
    },
    {
      title: 'Discount code',
      fields: [
        line('code_label', 'Text above the code', 60),
        several(
          'code_counts',
          'If the code is valid',
          300,
          2,
          'Placeholders: {saving}, {term} (for example “a month”) and {product}.',
        ),
        several('code_refused', 'If the code is not valid', 300, 2, 'Placeholder: {reason}.'),
        several('code_unchecked', 'If the code could not be checked', 300, 2),
      ],
    },
    {
      title: 'Invitation',
      fields: [
        line('referral_label', 'Text above the invitation', 60),
        several('referral_note', 'Text below the invitation', 300, 2),
      ],
    },
  ],
}
