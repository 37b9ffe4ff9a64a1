export type Theme = 'light' | 'dark-violet'

/** The ground of each theme (theme.css), also for what is outside of the page: the browser's own parts, and the start. */
export const THEME_COLORS: Readonly<Record<Theme, string>> = { light: '#faf9fc', 'dark-violet': '#100b21' }
