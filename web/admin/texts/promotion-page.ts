import { line, several, shop, type TextPage } from './fields.ts'

export const promotion: TextPage = {
  title: 'Promotion page',
  detail: 'Where links with a discount code or an invitation lead.',
  to: '/campaign',
  kind: 'page',
  placeholders: shop,
  groups: [
    {
      title: 'Top',
      fields: [
        line('title', 'Headline', 80),
        several('lead', 'Below it', 400),
        line('access', 'Button to sign up', 40),
        line('store', 'Button to the store', 40),
        line('plans', 'Heading of the plans', 80, { hint: '{product} is the product.' }),
      ],
    },
    {
      title: 'A discount code',
      fields: [
        line('code_label', 'Above the code', 60),
        several(
          'code_counts',
          'When it counts',
          300,
          2,
          '{saving}, {term} (as “a month”) and {product} are put in.',
        ),
        several('code_refused', 'When it does not', 300, 2, '{reason} is put in.'),
        several('code_unchecked', 'When it could not be looked up', 300, 2),
      ],
    },
    {
      title: 'An invitation',
      fields: [
        line('referral_label', 'Above the invitation', 60),
        several('referral_note', 'Below it', 300, 2),
      ],
    },
  ],
}
