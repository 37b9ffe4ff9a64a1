/** The schema of everything that is neither in the log nor built from it. */
export const APP_SCHEMA = 'app'
