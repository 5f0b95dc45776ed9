import { asked, line, several, shop, type TextPage, text, title } from './fields.ts'

export const landing: TextPage = {
  title: 'Landing page',
  detail: 'The first page that visitors see.',
  to: '/',
  kind: 'page',
  placeholders: shop,
  groups: [
    {
      title: 'Hero',
      fields: [
        line('title', 'Headline', 80),
        several('lead', 'Introduction', 400),
        line('access', 'Sign-up button', 40),
        line('store', 'Store button', 40),
        line('description', 'Search description', 200, {
          hint: 'Search engines show it below the page title.',
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
          hint: 'Without a video of your own, the default video about Counter-Strike 2 shows while that product is on sale.',
        },
        line('film_address', 'Video URL', 500, {
          hint: 'A YouTube or Vimeo link, or the URL of an .mp4 or .webm file. Nothing is loaded until a visitor clicks Play.',
        }),
        line('film_title', 'Heading', 80),
        line('film_lead', 'Text below the heading', 200),
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
          hint: 'Three look best. Without entries, the section is hidden.',
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
        line('pricing_title', 'Heading of the plans', 80, {
          hint: '{product} is the name of the product whose plans are shown.',
        }),
        several('pricing_lead', 'Text above the plans', 400, 3, 'It can name the {product}, too.'),
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
          hint: 'Use only real quotes. A quote about a product shows while the product is on sale.',
          entry: 'testimonial',
          most: 9,
          fields: [
            { name: 'quote', label: 'Quote', most: 600, lines: 3 },
            { name: 'name', label: 'Name', most: 60 },
            {
              name: 'product',
              label: 'Product',
              most: 80,
              hint: 'Its name in the store. Leave empty for none.',
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
        line('questions_more', 'FAQ link', 80),
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
      title: 'Closing section',
      fields: [
        line('final_title', 'Closing heading', 80),
        several('final_lead', 'Closing text', 300, 2),
      ],
    },
  ],
}
