/** The states that deliveries are listed by. */
export const deliveryStates = ["waiting", "handed_over", "refused", "unknown", "stopped", "withdrawn"] as const;

/** Those whose mail can be sent once more. */
export const resendable = ["refused", "unknown", "stopped"] as const;
