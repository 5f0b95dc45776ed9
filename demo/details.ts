export interface DemoDetails {
  category: string
  popular?: boolean
  included?: string[]
  requirements?: Record<string, string>
  /** Captions by the name of the picture. */
  screenshots?: Record<string, string>
}

const windows = { Windows: '10 or 11, 64 bit' }

/** Categories and lists of the demo products, by slug. */
export const demoDetails: Record<string, DemoDetails> = {
  cs2: {
    category: 'Shooter',
    popular: true,
    included: [
      'Grenade trainer with 340 smokes, flashes and molotovs',
      'Recoil board for every weapon',
      'Crosshair heat map of your own matches',
      'Timeline of each demo within a minute',
    ],
    requirements: {
      ...windows,
      Memory: '8 GB',
      'Disk space': '400 MB',
      Game: 'Counter-Strike 2, current version',
    },
    screenshots: {
      'cs2-board': 'The recoil board: your spray over the reference pattern',
      'cs2-timeline': 'The timeline of a match, round by round',
      'cs2-review': 'Crosshair height over the last twenty matches',
    },
  },
  'second-knuckle': {
    category: 'Fighting',
    included: [
      'Situation lab for twenty-eight styles',
      'Drills with reaction times',
      'Replays cut into exchanges',
    ],
    requirements: { ...windows, Controller: 'Pad, stick or keyboard' },
  },
  perihelion: {
    category: 'Simulation',
    included: [
      'Transfer planner with three burns to choose from',
      'Prices of 4,100 stations',
      'Twelve lessons of flight school',
    ],
    requirements: { ...windows, Memory: '16 GB', 'Head tracking': 'Optional' },
  },
  breachline: {
    category: 'Shooter',
    included: [
      '14 maps with 61 storeys',
      '200 community plans',
      'Practice overlay for private lobbies',
    ],
    requirements: { ...windows, Game: 'Borderless window mode' },
  },
  'last-meridian': { category: 'Shooter' },
  'vantage-six': { category: 'Shooter' },
  'long-thaw': { category: 'Survival' },
  'nine-thousand': {
    category: 'Racing',
    popular: true,
    included: [
      'Three sentences per lap',
      'Delta bar against your best lap',
      'Fuel and tyre forecasts',
    ],
    requirements: { ...windows, Wheel: 'Any wheel that the game supports' },
  },
  'dead-freight': { category: 'Shooter' },
  'debt-to-the-lantern': { category: 'Role-playing' },
  'pike-and-mercy': { category: 'Strategy' },
  'overclocked-saints': { category: 'Shooter' },
  'three-rivers': {
    category: 'Strategy',
    popular: true,
    included: [
      'Draft assistant for 119 wardens',
      'Overlay with timers for the camps that you have seen',
      'Match review on one page',
      'Shared reviews and a calendar for teams',
    ],
    requirements: { ...windows, Memory: '8 GB', 'Disk space': '250 MB' },
    screenshots: {
      'three-rivers-board': 'The river map, with the camps that you have seen',
      'three-rivers-timeline': 'Camps and river spirits over the length of a match',
      'three-rivers-review': 'Gold and experience against your usual pace',
    },
  },
  tonnage: { category: 'Simulation' },
  broadside: { category: 'Simulation' },
  'neon-parish': { category: 'Role-playing' },
  'project-kestrel': { category: 'Simulation' },
}

export const demoScreenshots = Object.values(demoDetails).flatMap(({ screenshots = {} }) =>
  Object.keys(screenshots),
)
