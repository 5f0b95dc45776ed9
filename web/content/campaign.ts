/** The words of the promotion page. */
export const campaign = {
  title: 'Pick a plan, play tonight.',
  lead: 'One subscription per game, for as long as you play it. The longer the term, the less a month costs, and your loader is built for you alone.',
  /** What comes before and after a code that the link brought. */
  code: { label: 'Your discount code', note: 'Saved. We enter it for you at checkout.' },
  referral: { label: 'Your invitation', note: 'Saved. It is filled in when you sign up.' },
  plans: 'Plans of',
}
