/** The limits as the app takes them. */
export * from '../../events/limits.ts'
