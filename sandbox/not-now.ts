/** An action that does not fit the payment's state; its message is for the person who asked. */
export class NotNow extends Error {}
