import pkg from '../../package.json' with { type: 'json' }

/** The version of the shop that runs. */
export const shopVersion = pkg.version
