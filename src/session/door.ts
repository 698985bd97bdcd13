// The doors into the gate.

/** Through which door a call came. Never read from the call. */
export type Door = 'model' | 'program' | 'user'
