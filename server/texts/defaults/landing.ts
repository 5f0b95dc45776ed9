import type { LandingTexts } from '#contract/text-pages.ts'

export const landing: LandingTexts = {
  description: '{shop}: subscriptions for the games you play, with a loader built for you.',
  title: 'Precision aim, protected play.',
  lead: 'One subscription per game, for as long as you play it. Your loader is built for you alone and ready within minutes of paying.',
  access: 'Get Access Now',
  store: 'Browse Store',

  film_shown: true,
  film_address: '',
  film_title: 'From sign-up to first round',
  film_lead: 'Eighteen seconds, without sound.',

  features_title: 'What you get',
  features: [
    {
      title: 'Precision Aim Assistance',
      text: 'Recoil, crosshair height and the first half second of a duel, weapon by weapon. What to correct appears where you are aiming, and one key turns it all off.',
    },
    {
      title: 'Advanced Protection',
      text: 'No two customers get the same file. Every loader is signed for its owner and bound to one machine, and the status page says at any time which module is ready to start.',
    },
    {
      title: 'Performance Optimization',
      text: 'It runs beside the game and stays out of its way. What a frame costs is measured with every release, so that yours stay where they were.',
    },
  ],

  steps_title: 'How it works',
  steps: [
    { title: 'Sign Up', text: 'Create your account and confirm your email.' },
    { title: 'Download', text: 'Pick a game, then get a loader built for you.' },
    { title: 'Start Playing', text: 'Run the loader and join your next match.' },
  ],

  pricing_title: 'Pricing',
  pricing_lead:
    'The longer the term, the less a month costs. The store shows the plans of every game; these are those of {product}.',

  testimonials_title: 'Told by players',
  testimonials: [],

  questions_title: 'Questions before you start',
  questions_more: 'All questions and answers',
  questions: [
    {
      question: 'Which payment methods do you accept?',
      answer:
        'Credit cards and various cryptocurrencies. Card details go straight to our payment provider and never reach our servers.',
    },
    {
      question: 'How soon can I play?',
      answer:
        'A card payment is confirmed within seconds, a crypto payment as soon as its network has confirmed it. Then you request your loader, which takes a moment to build.',
    },
    {
      question: 'Does my subscription renew by itself?',
      answer:
        'By card, game by game, where you say so at the checkout. Press “Stop” under Subscriptions at any time; the time that you have paid for stays yours. Crypto payments never renew by themselves.',
    },
    {
      question: 'Do I need one subscription per game?',
      answer:
        'Yes, each game has its own. One loader serves them all, and a game that you add later appears in it the next time you start it.',
    },
    {
      question: 'What happens when a game is patched?',
      answer:
        'Its module is set to “Updating” on the status page until it has been tested against the new version, and comes back by itself.',
    },
    {
      question: 'Can I use it on a new computer?',
      answer:
        'Yes. The loader is bound to the computer that you first start it on; release that one under Devices in your dashboard, and pair the new one. A new part in the same computer is no matter.',
    },
  ],

  final_title: 'Your next match starts here.',
  final_lead: 'Make an account now, choose a game when you are ready.',
}

/** Said by the demo's players: of a real shop nobody said it. */
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
