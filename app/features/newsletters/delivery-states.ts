/** The states in the order of the filter. */
export const deliveryStates = ["waiting", "handed_over", "refused", "unknown", "stopped", "withdrawn"] as const;

/** The states in which a mail can be resent. */
export const resendable = ["refused", "unknown", "stopped"] as const;
