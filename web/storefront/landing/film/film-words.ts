/** The film is shown while this product is for sale, because the film shows its price. */
export const filmProduct = 'Counter-Strike 2'

/** The scenes of the film, as in its captions. */
export const scenes = [
  'Pick a game: the covers of the store pass by until Counter-Strike 2 is chosen.',
  'Get your loader: it is built for you alone, signed for your account and bound to your machine, and then it is ready.',
  'Start playing: a reticle follows a moving target, closes on it and holds, a shield closes around both, and a restless line of frame times turns flat.',
  'Your next match starts here.',
]
