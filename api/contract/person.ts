/** A member as others see them. `handle` is empty for a former member, and nothing else. */
export interface Person {
  readonly name: string
  readonly handle: string
}

/**
 * How a member is written in a text, "Grace Hopper (@grace)", on pages, in notifications and in pushes. Names are
 * chosen, a handle is nobody else's: one is never written without the other.
 */
export const personText = ({ name, handle }: Person): string =>
  handle === '' ? name : `${name} (@${handle})`
