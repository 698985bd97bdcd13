// The one tool that the gate itself offers: `inspect_handle`, by which a model reads on.

/** Its name. */
export const INSPECTOR = 'inspect_handle'
