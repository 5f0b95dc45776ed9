/** Shown while this is on sale: its price is in the picture. */
export const filmProduct = 'Counter-Strike 2'

/** What the film shows and its captions say. */
export const scenes = [
  'Pick a game: the covers of the store pass by until Counter-Strike 2 is chosen.',
  'Get your loader: it is built for you alone, signed for your account and bound to your machine, and then it is ready.',
  'Start playing: a reticle follows a moving target, closes on it and holds, a shield closes around both, and a restless line of frame times turns flat.',
  'Your next match starts here.',
]
