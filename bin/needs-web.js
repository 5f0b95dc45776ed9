/**
 * Whether a program shows pages. The others leave the built web alone: beside a shop that runs on the
 * version before, a backup or a migration would take away the scripts that its visitors still fetch.
 *
 * @param {string} program
 */
export const needsWeb = (program) => /^(bench|faults|e2e)\//.test(program)
