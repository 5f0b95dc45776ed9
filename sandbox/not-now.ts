/**
 * An action that does not fit the payment's state. The message is shown to the person who requested
 * it.
 */
export class NotNow extends Error {}
