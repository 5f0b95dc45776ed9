/** The words of the promotion page. */
export const campaign = {
  title: 'Pick a plan, play tonight.',
  lead: 'One subscription per game, for as long as you play it. The longer the term, the less a month costs, and your loader is built for you alone.',
  /** What comes before and after a code that the link brought, by what is known of it. */
  code: {
    label: 'Your discount code',
    counts: (saving: string, product: string) =>
      `Saves ${saving} on a month of ${product}. We enter it for you at checkout.`,
    refused: (reason: string) => `${reason}. The plans below are without it.`,
    unchecked: 'We could not look it up just now. The checkout tells you what it saves.',
  },
  referral: { label: 'Your invitation', note: 'Saved. It is filled in when you sign up.' },
  plans: 'Plans of',
}
