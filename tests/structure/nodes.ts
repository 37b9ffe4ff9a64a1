/** A node of a syntax tree as Vite's parser makes it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value
