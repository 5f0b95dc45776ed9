import pkg from '../../../package.json' with { type: 'json' }

/** The version of the running shop. */
export const shopVersion = pkg.version
