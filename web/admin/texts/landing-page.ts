import { asked, line, several, shop, type TextPage, text, title } from './fields.ts'

export const landing: TextPage = {
  title: 'Landing page',
  detail: 'What everybody sees first.',
  to: '/',
  kind: 'page',
  placeholders: shop,
  groups: [
    {
      title: 'Hero',
      fields: [
        line('title', 'Headline', 80),
        several('lead', 'Below it', 400),
        line('access', 'Button to sign up', 40),
        line('store', 'Button to the store', 40),
        line('description', 'For search engines', 200, {
          hint: 'What a list of results shows below the name.',
        }),
      ],
    },
    {
      title: 'Video',
      fields: [
        {
          kind: 'switch',
          name: 'film_shown',
          label: 'Show the video',
          hint: 'Without an address of your own it is about Counter-Strike 2 and shows while that is on sale.',
        },
        line('film_address', 'Your video', 500, {
          hint: 'Its address at YouTube or Vimeo, or of an .mp4 or .webm file. Nothing of it is fetched before a visitor presses play.',
        }),
        line('film_title', 'Heading', 80),
        line('film_lead', 'Below it', 200),
      ],
    },
    {
      title: 'Features',
      fields: [
        line('features_title', 'Heading of the features', 80),
        {
          kind: 'list',
          name: 'features',
          label: 'Features',
          hint: 'Three look best. Without any the part is left out.',
          entry: 'feature',
          most: 6,
          fields: [title, text],
        },
      ],
    },
    {
      title: 'Steps',
      fields: [
        line('steps_title', 'Heading of the steps', 80),
        {
          kind: 'list',
          name: 'steps',
          label: 'Steps',
          entry: 'step',
          most: 6,
          fields: [title, { ...text, lines: 2 }],
        },
      ],
    },
    {
      title: 'Plans',
      fields: [
        line('pricing_title', 'Heading of the plans', 80),
        several('pricing_lead', 'Above the plans', 400, 3, '{product} is the featured product.'),
      ],
    },
    {
      title: 'Testimonials',
      fields: [
        line('testimonials_title', 'Heading of the testimonials', 80),
        {
          kind: 'list',
          name: 'testimonials',
          label: 'Testimonials',
          hint: 'Only what customers really said. One about a product shows while that is on sale.',
          entry: 'testimonial',
          most: 9,
          fields: [
            { name: 'quote', label: 'What they said', most: 600, lines: 3 },
            { name: 'name', label: 'Name', most: 60 },
            {
              name: 'product',
              label: 'Product',
              most: 80,
              hint: 'Its name in the store; empty for none.',
            },
            { name: 'since', label: 'Customer for', most: 60 },
          ],
        },
      ],
    },
    {
      title: 'Questions',
      fields: [
        line('questions_title', 'Heading of the questions', 80),
        line('questions_more', 'Link to the FAQ', 80),
        {
          kind: 'list',
          name: 'questions',
          label: 'Questions',
          entry: 'question',
          most: 12,
          fields: asked,
        },
      ],
    },
    {
      title: 'At the end',
      fields: [
        line('final_title', 'Last heading', 80),
        several('final_lead', 'Last words', 300, 2),
      ],
    },
  ],
}
