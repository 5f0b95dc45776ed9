import type { LandingTexts } from '#contract/platform/text-pages.ts'

export const landing: LandingTexts = {
  description: '{shop}: subscriptions for the games you play, with a loader built for you.',
  title: 'Precision aim, protected play.',
  lead: 'One subscription per game, for as long as you play it. Your loader is built for you alone.',
  access: 'Get Access Now',
  store: 'Browse Store',

  film_shown: true,
  film_address: '',
  film_title: 'From sign-up to first round',
  film_lead: 'Pick a game, get a loader built for you, and start playing. The video has no sound.',

  features_title: 'What you get',
  features: [
    {
      title: 'Precision Aim Assistance',
      text: 'Help with recoil, crosshair height and the first moments of a duel, for the games in the store. Each product page says what is included.',
    },
    {
      title: 'Advanced Protection',
      text: 'No two customers get the same file. Every loader is signed for its owner and bound to the devices that the owner links. The status page shows the current state of each game.',
    },
    {
      title: 'Performance Optimization',
      text: 'One loader for all your games. It starts the modules that you subscribe to, and nothing else.',
    },
  ],

  steps_title: 'How it works',
  steps: [
    { title: 'Sign Up', text: 'Create your account and confirm your email.' },
    { title: 'Download', text: 'Pick a game, then get a loader built for you.' },
    { title: 'Start Playing', text: 'Run the loader and join your next match.' },
  ],

  pricing_title: 'Pricing: {product}',
  pricing_lead: 'Each game has its own plans. The store shows all of them.',

  testimonials_title: 'What players say',
  testimonials: [],

  questions_title: 'Questions before you start',
  questions_more: 'All questions and answers',
  questions: [
    {
      question: 'Which payment methods do you accept?',
      answer:
        'Credit cards and various cryptocurrencies. The checkout shows which of them are available now. Card details go straight to our payment provider and never reach our servers.',
    },
    {
      question: 'How soon can I play?',
      answer:
        'Card payments are usually confirmed within seconds. Crypto payments need the confirmation of their network. Then you request your loader and download it when it is built.',
    },
    {
      question: 'Does my subscription renew by itself?',
      answer:
        'Only if you pay by card and choose it at the checkout, for each game. Click “Stop” under Subscriptions at any time. You keep the time that you have paid for. Crypto payments never renew automatically.',
    },
    {
      question: 'Do I need one subscription per game?',
      answer:
        'Yes, each game has its own. One loader serves them all, and a game that you add later appears in it the next time you start it.',
    },
    {
      question: 'What happens when a game is patched?',
      answer:
        'The status page shows whether its module is available, updating or under maintenance.',
    },
    {
      question: 'Can I use it on a new computer?',
      answer: 'Yes. Release the old computer under Devices in your dashboard and link the new one.',
    },
  ],

  final_title: 'Your next match starts here.',
  final_lead: 'Make an account now, choose a game when you are ready.',
}

/** Testimonials of the demo's players. A real shop has none by default. */
export const demoTestimonials: LandingTexts['testimonials'] = [
  {
    quote:
      'I bought one month to try it. Paid in Litecoin, had my loader before the kettle was done, and it has started on the first try ever since.',
    name: 'Mara K.',
    product: 'Counter-Strike 2',
    since: '8 months',
  },
  {
    quote:
      'There was a patch on a Tuesday night. The status page said Updating, and by the time I was home it said Operational. That is all I ever need to know.',
    name: 'Jonas',
    product: 'Breachline',
    since: '1 year',
  },
  {
    quote:
      'New computer, loader would not start. Wrote a ticket at two in the morning and somebody had released the old one before I went to bed.',
    name: 'Ines R.',
    product: 'Vantage Six',
    since: '3 months',
  },
]
