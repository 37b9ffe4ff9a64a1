/** There is no such case, or what was asked of it cannot be done; the message says which. */
export class CaseRefused extends Error {}
